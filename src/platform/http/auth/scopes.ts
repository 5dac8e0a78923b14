import type { FastifyInstance, preValidationAsyncHookHandler, RouteOptions } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import { type ErrorCode, invalid } from '#src/platform/lib/errors.ts'
import type { App } from '../app.ts'
import { codesKey, errors } from '../envelope.ts'
import type { RateLimiter } from '../overload/rate-limit.ts'
import { maxBodyBytes } from '../requests/body-parser.ts'
import { DeviceIdempotencyHeader, IdempotencyHeader } from '../requests/idempotency.ts'
import { createValidator } from '../requests/validation.ts'
import { requireDevice, requireShopper, requireStaff, requireUser } from './authentication.ts'
import type { AuthenticationServices } from './authentication-services.ts'
import { keyPrefixes } from './storefront-keys.ts'

/** Registers routes of a module in a scope. */
type Routes<Dependencies> = (app: App, dependencies: Dependencies, limiter: RateLimiter) => void | Promise<void>

/** The routes of a module, by who may send requests to them. */
export interface ModuleRoutes<Dependencies> {
  /** Everybody: each limits its callers itself. */
  public?: readonly Routes<Dependencies>[]
  /** Everybody, as pages with forms. */
  pages?: readonly Routes<Dependencies>[]
  /** Everybody, by a link or a secret in the request. */
  links?: readonly Routes<Dependencies>[]
  /** Sign-in: a device id and no token. */
  device?: readonly Routes<Dependencies>[]
  /** Signed-in users. */
  user?: readonly Routes<Dependencies>[]
  /** Signed-in users at a merchant: orders and carts. */
  shopper?: readonly Routes<Dependencies>[]
  /** Staff of the merchant of their admin session, and API keys; every route names its permission. */
  staff?: readonly Routes<Dependencies>[]
}

type ScopeName = 'device' | 'user' | 'shopper' | 'staff'

/** Alternatives of credentials; each lists the headers that are sent together. */
const security: Record<ScopeName, Record<string, []>[]> = {
  device: [{ deviceId: [] }],
  user: [{ accessToken: [], deviceId: [] }],
  shopper: [{ accessToken: [], deviceId: [], merchantId: [] }],
  staff: [
    { accessToken: [], deviceId: [], merchantId: [] },
    { apiKey: [], merchantId: [] },
  ],
}

const always = ['RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', 'VALIDATION_ERROR'] as const
const signedIn = ['MISSING_TOKEN', 'UNAUTHORIZED', 'INVALID_DEVICE'] as const
/** Of keys of storefronts: an unknown one, one that the route does not take, one of another shop. */
const byKey = ['UNAUTHORIZED', 'INSUFFICIENT_PERMISSIONS', 'MERCHANT_ACCESS_DENIED'] as const
const scopeErrors: Record<ScopeName, readonly ErrorCode[]> = {
  device: ['INVALID_DEVICE', ...byKey, ...always],
  user: [...signedIn, ...byKey, ...always],
  shopper: [...signedIn, ...byKey, ...always],
  staff: [...signedIn, 'INSUFFICIENT_PERMISSIONS', 'MERCHANT_ACCESS_DENIED', 'TWO_FACTOR_SETUP_REQUIRED', ...always],
}

/** Maximum bytes of a body, checked before it is parsed. Requests of the first two scopes are about one person. */
const bodyLimits: Record<ScopeName, number> = {
  device: 16_384,
  user: 16_384,
  shopper: maxBodyBytes,
  staff: maxBodyBytes,
}

export async function registerScopes<Dependencies extends AuthenticationServices>(
  app: App,
  dependencies: Dependencies,
  limiter: RateLimiter,
  routes: readonly ModuleRoutes<Dependencies>[],
): Promise<void> {
  const auth = { ...dependencies, limiter }
  const guards: Record<ScopeName, (scope: FastifyInstance) => void> = {
    device: (scope) => requireDevice(scope, auth),
    user: (scope) => requireUser(scope, auth),
    shopper: (scope) => requireShopper(scope, auth),
    staff: (scope) => requireStaff(scope, auth),
  }
  for (const name of Object.keys(guards) as ScopeName[]) {
    await app.register(async (scope) => {
      guards[name](scope)
      scope.addHook('onRoute', (route) => describeScope(route, name))
      for (const register of routes.flatMap((module) => module[name] ?? []))
        await register(scope as App, dependencies, limiter)
    })
  }
}

/** Adds to the contract what the scope implies: credentials, and the errors every route in it can return. */
function describeScope(route: RouteOptions, name: ScopeName): void {
  const schema = route.schema ?? {}
  route.schema = schema
  const own = schema.response as Responses | undefined
  const codes = [...scopeErrors[name], ...Object.values(own ?? {}).flatMap((response) => response[codesKey] ?? [])]
  if (codes.includes('IDEMPOTENCY_KEY_REUSED')) {
    schema.headers ??= name === 'device' ? DeviceIdempotencyHeader : IdempotencyHeader
    codes.push('IDEMPOTENCY_IN_PROGRESS')
  }
  // A route without parameters refuses every one.
  schema.querystring ??= Type.Object({})
  if ('cursor' in ((schema.querystring as TObject).properties ?? {})) codes.push('INVALID_CURSOR')
  // Fastify parses a body on every method but GET and HEAD, whether or not the route has a schema for it.
  if (route.method !== 'GET' && route.method !== 'HEAD') {
    codes.push('REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
    route.bodyLimit ??= bodyLimits[name]
    if (schema.body === undefined) route.preValidation = refuseFields
    else if (isOptionalBody(schema.body)) route.preValidation = readNoBodyAsEmpty
  }
  if (schema.params) codes.push('NOT_FOUND')
  schema.security ??= security[name]
  if (route.config?.storefront) allowKeys(route, schema)
  const { permission, orPermissions = [] } = route.config ?? {}
  // Fastify adds a HEAD route with the same schema to each GET route.
  if (permission && route.method !== 'HEAD') {
    const names = [...new Set([permission, ...orPermissions])].map((one) => `\`${one}\``).join(' or ')
    schema.description = [schema.description, `Permission: ${names}.`].filter(Boolean).join(' ')
  }
  schema.response = { ...own, ...errors(...codes) }
}

const PublishableKey = Type.Optional(
  Type.String({
    maxLength: 100,
    pattern: `^${keyPrefixes.publishable}`,
    description: 'A publishable key in place of credentials in headers, for CDNs that heed no `vary`.',
  }),
)

/** A route that keys of storefronts read, too: each its own shop. */
function allowKeys({ config }: RouteOptions, schema: NonNullable<RouteOptions['schema']>): void {
  const { properties, patternProperties } = schema.querystring as TObject & {
    patternProperties?: Record<string, TSchema>
  }
  Object.assign(config ?? {}, { ofMerchant: 'merchant_id' in properties })
  schema.querystring = Type.Object({ ...properties, key: PublishableKey }, patternProperties && { patternProperties })
  const sessions = (schema.security ?? []).filter((one) => !('publishableKey' in one || 'storefrontKey' in one))
  schema.security = [...sessions, { publishableKey: [] }, { storefrontKey: [] }]
}

type Responses = Record<string, { [codesKey]?: ErrorCode[] }>

function isOptionalBody(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'default' in body
}

const faultsOfNoBody = createValidator(Type.Object({}, { additionalProperties: false }))

/** A route that takes no body: none, or an empty object. */
const refuseFields: preValidationAsyncHookHandler = async (request) => {
  const faults = request.body === undefined ? [] : faultsOfNoBody(request.body)
  if (faults.length > 0) throw invalid(...faults)
}

const readNoBodyAsEmpty: preValidationAsyncHookHandler = async (request) => {
  if (request.body === undefined) request.body = {}
}
