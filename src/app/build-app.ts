import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import type { Config } from '#src/config/config.ts'
import { readIntroduction } from '#src/modules/site/index.ts'
import { registerCacheable } from '#src/platform/http/answers/cacheable.ts'
import {
  answerBrokenRequest,
  isDecodable,
  registerErrorHandling,
  unreadablePath,
} from '#src/platform/http/answers/errors.ts'
import { compileSerializer } from '#src/platform/http/answers/serialization.ts'
import { registerTransportSecurity } from '#src/platform/http/answers/transport-security.ts'
import type { App } from '#src/platform/http/app.ts'
import { registerScopes } from '#src/platform/http/auth/scopes.ts'
import { limitCallers } from '#src/platform/http/auth/storefront-keys.ts'
import { registerObservability } from '#src/platform/http/observability.ts'
import { registerOpenApi } from '#src/platform/http/openapi/openapi.ts'
import { registerBackPressure } from '#src/platform/http/overload/back-pressure.ts'
import {
  connectionLimits,
  ignoreExpectations,
  registerConnectionLimits,
  requireHost,
  serverOptions,
} from '#src/platform/http/overload/connections.ts'
import { registerDraining } from '#src/platform/http/overload/draining.ts'
import {
  createRateLimiter,
  limitByAddress,
  limitUnknownRoutes,
  shareBy,
} from '#src/platform/http/overload/rate-limit.ts'
import { watchSharedLimits } from '#src/platform/http/overload/shared-limits.ts'
import { registerPageScope } from '#src/platform/http/pages/page-scope.ts'
import { maxBodyBytes, registerBodyParser } from '#src/platform/http/requests/body-parser.ts'
import { warnOfForgottenProxy } from '#src/platform/http/requests/forgotten-proxy.ts'
import { dropForwardedPorts } from '#src/platform/http/requests/forwarded-ports.ts'
import { readAgainAfterLoss } from '#src/platform/http/requests/read-again.ts'
import { refuseUndecodableQuery, validatorCompiler } from '#src/platform/http/requests/validation.ts'
import { countConfigurationWarning } from './configuration-warnings.ts'
import type { Dependencies } from './dependencies.ts'
import { registerHealth, registerMetrics } from './health.ts'
import { registerReads } from './reads.ts'
import { loadExtensionRoutes, loadRoutes } from './routes.ts'

/** Fastify trusts nobody when given a number of proxies, so a function trusts that many of the nearest ones. */
function trustedProxies({
  TRUST_PROXY: proxies,
}: Config): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies && [...proxies]
}

/** Builds the HTTP application (HTTPS with `tls`). It does not listen: the caller does, or a test injects requests. */
export async function buildApp(
  dependencies: Dependencies,
  tls?: { cert: Buffer; key: Buffer },
  limits = connectionLimits,
): Promise<App> {
  const options = serverOptions(limits)
  const routes = [...(await loadRoutes()), ...(await loadExtensionRoutes(dependencies.extensions))]
  const app = fastify({
    ...(tls ? { https: { ...options, handshakeTimeout: limits.headersTimeoutMs, ...tls } } : { http: options }),
    loggerInstance: dependencies.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: maxBodyBytes,
    trustProxy: trustedProxies(dependencies.config),
    clientErrorHandler: answerBrokenRequest,
    return503OnClosing: false,
    // An undecodable path or an id of any length is answered like every other request, not by the router.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : unreadablePath),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: options.maxHeaderSize },
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(compileSerializer)
  app.decorateRequest('deviceId', '')
  app.decorateRequest('claims', null)
  app.decorateRequest('apiKey', null)
  app.decorateRequest('storefront', null)
  app.decorateRequest('storefrontServer', null)
  app.decorateRequest('shopperAddress', null)
  app.decorateRequest('principal', null)
  app.decorateRequest('merchant', null)
  app.decorateRequest('permissions', null)
  registerConnectionLimits(app, limits)
  registerDraining(app)
  if (dependencies.config.TRUST_PROXY !== false) dropForwardedPorts(app)
  else warnOfForgottenProxy(app, () => countConfigurationWarning(dependencies.metrics, 'TRUST_PROXY'))
  registerObservability(app, dependencies.metrics)
  watchSharedLimits(app, dependencies.metrics)
  registerTransportSecurity(app, dependencies.config.production)
  registerErrorHandling(app)
  readAgainAfterLoss(app)
  registerBodyParser(app)
  refuseUndecodableQuery(app)
  // Answers preflight requests of browsers; the other headers are in answer-headers.ts.
  await app.register(cors, {
    origin: '*',
    // The package's default omits methods that need a preflight request.
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    maxAge: 86_400,
    strictPreflight: false,
    hideOptionsRoute: true,
  })
  const reading = registerReads(app, dependencies)
  registerBackPressure(app, dependencies, reading.waiting)
  requireHost(app)
  ignoreExpectations(app)
  await registerOpenApi(app, {
    description: await readIntroduction(),
    events: dependencies.events,
    serverUrl: dependencies.config.PUBLIC_URL,
  })
  registerCacheable(app)
  registerHealth(app, dependencies)
  const limiter = createRateLimiter(
    dependencies.config.RATE_LIMIT_PER_MINUTE,
    shareBy(dependencies.db, dependencies.logger),
  )
  await app.register(async (open) => {
    limitByAddress(open, limiter)
    if (!dependencies.config.production) registerMetrics(open as App, dependencies)
  })
  const registerAll = async (scope: FastifyInstance, name: 'pages' | 'links') => {
    for (const register of routes.flatMap((module) => module[name] ?? []))
      await register(scope as App, reading.dependencies, limiter)
  }
  await app.register(async (pages) => {
    registerPageScope(pages, '..')
    limitByAddress(pages, limiter)
    await registerAll(pages, 'pages')
  })
  for (const register of routes.flatMap((module) => module.public ?? []))
    await app.register(async (scope) => register(scope as App, reading.dependencies, limiter))
  await app.register(async (links) => {
    limitCallers(links, { ...dependencies, limiter })
    await registerAll(links, 'links')
  })
  await registerScopes(app, reading.dependencies, limiter, routes)
  limitUnknownRoutes(app, limiter)
  return app
}
