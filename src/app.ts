import type { IncomingMessage, ServerResponse } from 'node:http'
import cors from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController, type RawServerDefault } from 'fastify'
import { v7 as newRequestId } from 'uuid'
import type { Dependencies } from './dependencies.ts'
import { registerAccountPages } from './http/account-pages.ts'
import { registerBackPressure } from './http/back-pressure.ts'
import { registerBodyParser } from './http/body-parser.ts'
import { registerDocs } from './http/docs.ts'
import { registerDraining } from './http/draining.ts'
import { answerBrokenRequest, registerErrorHandling, sendError } from './http/errors.ts'
import { registerHealth } from './http/health.ts'
import { registerObservability } from './http/observability.ts'
import { registerOpenApi } from './http/openapi.ts'
import { registerScopes } from './http/scopes.ts'
import { serializerCompiler } from './http/serialization.ts'
import { registerTransportSecurity } from './http/transport-security.ts'
import { validatorCompiler } from './http/validation.ts'
import { cartRoutes } from './modules/carts/routes.ts'
import { productAdminRoutes } from './modules/catalog/admin-routes.ts'
import { productFileRoutes } from './modules/catalog/import-routes.ts'
import { catalogRoutes } from './modules/catalog/routes.ts'
import { customerRoutes } from './modules/customers/routes.ts'
import { dashboardRoutes } from './modules/dashboard/routes.ts'
import { accountRoutes } from './modules/identity/account-routes.ts'
import { credentialRoutes, recoveryRoutes } from './modules/identity/credential-routes.ts'
import { signInRoutes } from './modules/identity/routes.ts'
import { inventoryRoutes } from './modules/inventory/routes.ts'
import { adminPaymentRoutes, paymentRoutes } from './modules/orders/payment-routes.ts'
import { adminOrderRoutes, orderRoutes } from './modules/orders/routes.ts'
import { searchRoutes } from './modules/search/routes.ts'
import { staffRoutes } from './modules/staff/routes.ts'
import { deliveryRoutes } from './modules/webhooks/delivery-routes.ts'
import { eventRoutes } from './modules/webhooks/event-routes.ts'
import { webhookRoutes } from './modules/webhooks/routes.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

const exposedHeaders = [
  'x-request-id',
  'retry-after',
  'idempotent-replayed',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
]

/** The whole HTTP side (HTTPS with `tls`), ready to listen or to be injected into; it never listens itself. */
export async function buildApp(dependencies: Dependencies, tls?: { cert: Buffer; key: Buffer }): Promise<App> {
  const app = fastify({
    ...(tls && { https: tls }),
    loggerInstance: dependencies.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newRequestId(),
    bodyLimit: 1_048_576,
    trustProxy: dependencies.config.TRUST_PROXY as boolean,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('deviceId', '')
  app.decorateRequest('claims', null)
  app.decorateRequest('merchant', null)
  registerDraining(app)
  registerObservability(app, dependencies.metrics)
  registerTransportSecurity(app, dependencies.config.production)
  registerBackPressure(app, dependencies.pool, dependencies.metrics)
  registerErrorHandling(app)
  registerBodyParser(app)
  // Tokens travel in headers, never in cookies, so any origin may call: a storefront is a page of somebody else's.
  await app.register(cors, {
    origin: '*',
    exposedHeaders,
    maxAge: 86_400,
    strictPreflight: false,
    hideOptionsRoute: true,
  })
  await registerOpenApi(app)
  registerHealth(app, dependencies)
  registerDocs(app)
  await registerAccountPages(app)

  await registerScopes(app, dependencies, {
    device: [signInRoutes, recoveryRoutes],
    user: [catalogRoutes, searchRoutes, accountRoutes, credentialRoutes],
    shopper: [cartRoutes, orderRoutes, paymentRoutes],
    staff: [
      customerRoutes,
      dashboardRoutes,
      productAdminRoutes,
      productFileRoutes,
      inventoryRoutes,
      staffRoutes,
      adminOrderRoutes,
      adminPaymentRoutes,
      webhookRoutes,
      deliveryRoutes,
      eventRoutes,
    ],
  })
  return app
}
