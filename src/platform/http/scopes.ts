import type { FastifyInstance, preValidationAsyncHookHandler, RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { invalid } from '#src/platform/lib/errors.ts'
import type { App } from './app.ts'
import { requireDevice, requireShopper, requireStaff, requireUser } from './authentication.ts'
import type { AuthenticationServices } from './authentication-services.ts'
import { largestBody } from './body-parser.ts'
import { ErrorAnswer } from './envelope.ts'
import { IdempotencyHeader } from './idempotency.ts'
import type { RateLimiter } from './rate-limit.ts'
import { createValidator } from './validation.ts'

/** Registers a module's routes in a scope. */
export type Routes<Dependencies> = (app: App, dependencies: Dependencies) => void

export interface ScopedRoutes<Dependencies> {
  /** Sign-in: a device id and no token. */
  device: Routes<Dependencies>[]
  /** Signed-in users. */
  user: Routes<Dependencies>[]
  /** Signed-in users at a merchant: orders and carts. */
  shopper: Routes<Dependencies>[]
  /** Staff of the merchant of their admin session, and API keys; every route names its permission. */
  staff: Routes<Dependencies>[]
}

type ScopeName = keyof ScopedRoutes<never>

/** The alternatives of credentials; each names all that is sent together. */
const security: Record<ScopeName, Record<string, []>[]> = {
  device: [{ deviceId: [] }],
  user: [{ accessToken: [], deviceId: [] }],
  shopper: [{ accessToken: [], deviceId: [], merchantId: [] }],
  staff: [
    { accessToken: [], deviceId: [], merchantId: [] },
    { apiKey: [], merchantId: [] },
  ],
}

const scopeErrors: Record<ScopeName, number[]> = {
  device: [401, 429, 500, 503],
  user: [401, 429, 500, 503],
  shopper: [401, 403, 429, 500, 503],
  staff: [401, 403, 429, 500, 503],
}

/** Bytes. A larger body is refused before it is parsed; the two first scopes are about one person each. */
const bodyLimits: Record<ScopeName, number> = {
  device: 16_384,
  user: 16_384,
  shopper: largestBody,
  staff: largestBody,
}

export async function registerScopes<Dependencies extends AuthenticationServices>(
  app: App,
  dependencies: Dependencies,
  limiter: RateLimiter,
  routes: ScopedRoutes<Dependencies>,
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
      for (const register of routes[name]) register(scope as App, dependencies)
    })
  }
}

/** Adds to the contract what the scope implies: credentials, and the errors every route in it can return. */
function describeScope(route: RouteOptions, name: ScopeName): void {
  const schema = route.schema ?? {}
  route.schema = schema
  const statuses = [...scopeErrors[name]]
  // Only a reused idempotency key answers 422, so a route that documents it uses `once`.
  if ((schema.response as Record<string, unknown> | undefined)?.[422]) schema.headers ??= IdempotencyHeader
  // Without parameters of its own, every one is unknown.
  schema.querystring ??= Type.Object({})
  statuses.push(400)
  // Fastify parses a body on every method but GET and HEAD, whether or not the route has a schema for it.
  if (route.method !== 'GET' && route.method !== 'HEAD') {
    statuses.push(408, 413, 415)
    route.bodyLimit ??= bodyLimits[name]
    if (schema.body === undefined) route.preValidation = refuseFields
    else if (isOptionalBody(schema.body)) route.preValidation = readNoBodyAsEmpty
  }
  if (schema.params) statuses.push(404)
  const standard = Object.fromEntries(statuses.map((status) => [status, ErrorAnswer]))
  schema.security ??= security[name]
  schema.response = { ...standard, ...(schema.response as Record<string, unknown>) }
}

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
