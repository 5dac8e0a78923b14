import type { FastifyInstance, preValidationAsyncHookHandler, RouteOptions } from 'fastify'
import type { App } from './app.ts'
import {
  type AuthenticationServices,
  requireDevice,
  requireShopper,
  requireStaff,
  requireUser,
} from './authentication.ts'
import { ErrorAnswer } from './envelope.ts'
import { IdempotencyHeader } from './idempotency.ts'
import type { RateLimiter } from './rate-limit.ts'

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
  // Fastify parses a body on every method but GET and HEAD, whether or not the route has a schema for it.
  if (route.method !== 'GET' && route.method !== 'HEAD') statuses.push(400, 413, 415)
  if (isOptionalBody(schema.body)) route.preValidation = readNoBodyAsEmpty
  if (schema.querystring || schema.headers) statuses.push(400)
  if (schema.params) statuses.push(404)
  const standard = Object.fromEntries(statuses.map((status) => [status, ErrorAnswer]))
  schema.security ??= security[name]
  schema.response = { ...standard, ...(schema.response as Record<string, unknown>) }
}

function isOptionalBody(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'default' in body
}

const readNoBodyAsEmpty: preValidationAsyncHookHandler = async (request) => {
  if (request.body === undefined) request.body = {}
}
