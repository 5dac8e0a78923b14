import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { ExtensionApp, Handler, RouteContext, RouteOptions } from '#extension'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { App } from '#src/platform/http/app.ts'
import { actorOf, shopOf, staffOf } from '#src/platform/http/auth/authentication.ts'
import type { ModuleRoutes } from '#src/platform/http/auth/scopes.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import { limitByAddress } from '#src/platform/http/overload/rate-limit.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Permission } from '#src/platform/lib/permissions.ts'
import type { Dependencies } from '../dependencies.ts'
import { asExtension } from './database.ts'
import type { RunningExtension } from './running.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Scope = 'public' | 'device' | 'shopper' | 'staff'

/** Refusals that the platform makes for a route of an extension, besides those of its scope. */
const writeErrors = errors('IDEMPOTENCY_KEY_REUSED', 'NOT_FOUND', 'CONFLICT')

/** A refusal of an extension, with its own code and one of the statuses of `FailStatus`. */
class ExtensionRefusal extends AppError {
  readonly #status: number

  constructor(code: string, status: number, message: string, details?: Record<string, unknown>) {
    super(code as AppError['code'], message, { ...(details && { details }) })
    this.#status = status
  }

  override get status(): number {
    return this.#status
  }
}

/** The routes of an extension, below `/ext/{name}`, in the scopes that it registers them in. */
export function routesOf(extension: RunningExtension): ModuleRoutes<Dependencies> {
  const { routes = {} } = extension.value
  const scopes = Object.entries(routes) as [Scope, (app: ExtensionApp) => void][]
  return Object.fromEntries(
    scopes.map(([scope, register]) => [
      scope,
      [
        (app: App, deps: Dependencies, limiter: Parameters<typeof limitByAddress>[1]) => {
          if (scope === 'public') limitByAddress(app, limiter)
          register(appOf({ extension, scope, app, deps }))
        },
      ],
    ]),
  )
}

interface Registration {
  extension: RunningExtension
  scope: Scope
  app: App
  deps: Dependencies
}

function appOf(registration: Registration): ExtensionApp {
  const by = (method: Method) => (path: string, options: RouteOptions, handler: Handler) =>
    addRoute(registration, method, path, options, handler)
  return { get: by('GET'), post: by('POST'), put: by('PUT'), patch: by('PATCH'), delete: by('DELETE') }
}

function addRoute(
  { extension, scope, app, deps }: Registration,
  method: Method,
  path: string,
  { schema, permission }: RouteOptions,
  handler: Handler,
): void {
  const { name } = extension.value
  const [[status, data] = ['200', {}]] = Object.entries(schema.response)
  const { response: _, summary = `${method} ${path}`, description, ...parts } = schema
  app.route({
    method,
    url: `/ext/${name}${path}`,
    config: permission === undefined ? {} : { permission: permission as Permission },
    schema: {
      tags: [name],
      operationId: operationIdOf(name, method, path),
      summary,
      ...(description !== undefined && { description }),
      ...parts,
      response: responsesOf({
        [status]: envelope(data as unknown as TSchema),
        ...(method === 'GET' ? errors('NOT_FOUND', 'CONFLICT') : writeErrors),
      }),
    },
    async handler(request, reply) {
      const work = async (executor: Parameters<typeof inTransaction>[0]) =>
        inTransaction(executor, (transaction) =>
          asExtension(transaction, extension.rights, async (db) => {
            const { params, query, body } = request
            return ok(await handler({ params, query, body }, { db, ...callerOf(request, scope), fail }))
          }),
        )
      return method === 'GET' ? work(deps.db) : once(deps, request, reply, Number(status), work)
    },
  })
}

/** Known only as the process starts: their types say nothing. */
const responsesOf = (responses: Record<string, TSchema>): Record<string, never> => responses as Record<string, never>

const callerOf = (request: FastifyRequest, scope: Scope): Pick<RouteContext, 'userId' | 'merchantId'> => {
  if (scope === 'shopper') return { userId: actorOf(request).userId, merchantId: shopOf(request).id }
  if (scope === 'staff') {
    const { userId, merchantId } = staffOf(request)
    return { userId, merchantId }
  }
  return { userId: null, merchantId: null }
}

const fail: RouteContext['fail'] = (code, status, message, details) => {
  throw new ExtensionRefusal(code, status, message, details)
}

const operationIdOf = (name: string, method: string, path: string) =>
  [name, method.toLowerCase(), ...path.split(/[^A-Za-z0-9]+/).filter(Boolean)]
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
