import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { type FastifyBaseLogger, fastify, LogController } from 'fastify'
import type { Config } from '#src/config/config.ts'
import { auditRoutes } from '#src/modules/audit/routes.ts'
import { cartRoutes } from '#src/modules/carts/routes.ts'
import { productAdminRoutes } from '#src/modules/catalog/admin-routes.ts'
import { bulkRoutes } from '#src/modules/catalog/bulk/routes.ts'
import { collectionAdminRoutes } from '#src/modules/catalog/collections/routes.ts'
import { publicFeedRoutes } from '#src/modules/catalog/feeds/public-routes.ts'
import { feedRoutes } from '#src/modules/catalog/feeds/routes.ts'
import { productGroupAdminRoutes } from '#src/modules/catalog/groups/admin-routes.ts'
import { productGroupRoutes } from '#src/modules/catalog/groups/routes.ts'
import { productFileRoutes } from '#src/modules/catalog/import/routes.ts'
import { mediaFileRoutes } from '#src/modules/catalog/media/file-routes.ts'
import { mediaRoutes } from '#src/modules/catalog/media/routes.ts'
import { priceRoutes } from '#src/modules/catalog/products/price-routes.ts'
import { catalogRoutes } from '#src/modules/catalog/routes.ts'
import { editRoutes } from '#src/modules/checkout/edit/routes.ts'
import { placingRoutes } from '#src/modules/checkout/place/routes.ts'
import { staffOrderRoutes } from '#src/modules/checkout/staff/routes.ts'
import { dashboardRoutes } from '#src/modules/dashboard/routes.ts'
import { accountPageRoutes } from '#src/modules/identity/account-pages/page-routes.ts'
import { exportRoutes } from '#src/modules/identity/accounts/export-routes.ts'
import { accountRoutes } from '#src/modules/identity/accounts/routes.ts'
import { addressRoutes } from '#src/modules/identity/addresses/routes.ts'
import { credentialRoutes, recoveryRoutes } from '#src/modules/identity/passwords/routes.ts'
import { consoleSessionRoutes } from '#src/modules/identity/sessions/console-routes.ts'
import { signInRoutes } from '#src/modules/identity/sessions/routes.ts'
import { twoFactorRoutes, twoFactorSignInRoutes } from '#src/modules/identity/two-factor/routes.ts'
import { inventoryRoutes } from '#src/modules/inventory/routes.ts'
import { apiKeyRoutes } from '#src/modules/merchants/api-keys/routes.ts'
import { customerExportRoutes } from '#src/modules/merchants/customers/export-routes.ts'
import { customerRoutes } from '#src/modules/merchants/customers/routes.ts'
import { roleRoutes } from '#src/modules/merchants/roles/routes.ts'
import { settingsRoutes } from '#src/modules/merchants/settings/routes.ts'
import { invitationPageRoutes } from '#src/modules/merchants/staff/page-routes.ts'
import { invitationRoutes, staffRoutes } from '#src/modules/merchants/staff/routes.ts'
import { fulfillmentRoutes } from '#src/modules/orders/fulfil/routes.ts'
import { orderExportRoutes } from '#src/modules/orders/list/export-routes.ts'
import { merchantOrderRoutes, ownOrderRoutes } from '#src/modules/orders/list/routes.ts'
import { lookUpRoutes } from '#src/modules/orders/look-up/routes.ts'
import { printRoutes } from '#src/modules/papers/print/routes.ts'
import { ownInvoiceRoutes, staffInvoiceRoutes } from '#src/modules/papers/routes.ts'
import { methodRoutes, notificationRoutes } from '#src/modules/payments/routes.ts'
import { promotionCodeRoutes } from '#src/modules/promotions/code-routes.ts'
import { promotionRoutes } from '#src/modules/promotions/routes.ts'
import { returnAdminRoutes } from '#src/modules/returns/admin-routes.ts'
import { orderLinkRoutes } from '#src/modules/returns/link-routes.ts'
import { registerOrderPage } from '#src/modules/returns/page-routes.ts'
import { returnRoutes } from '#src/modules/returns/routes.ts'
import { searchRoutes } from '#src/modules/search/routes.ts'
import { cancelRoutes, editOrderRoutes } from '#src/modules/settlement/change/routes.ts'
import { adminPaymentRoutes, linkedPaymentRoutes, paymentRoutes } from '#src/modules/settlement/pay/routes.ts'
import { payPageRoutes } from '#src/modules/settlement/pay-link/page-routes.ts'
import { paymentLinkRoutes } from '#src/modules/settlement/pay-link/routes.ts'
import { refundRoutes } from '#src/modules/settlement/refund/routes.ts'
import { shippingRoutes } from '#src/modules/shipping/routes.ts'
import { shopRoutes } from '#src/modules/shop/routes.ts'
import { giftCardRoutes } from '#src/modules/stored-value/routes.ts'
import { valueRoutes } from '#src/modules/stored-value/shopper-routes.ts'
import { taxRoutes } from '#src/modules/taxes/routes.ts'
import { deliveryRoutes } from '#src/modules/webhooks/deliveries/routes.ts'
import { eventRoutes } from '#src/modules/webhooks/event-log/routes.ts'
import { webhookRoutes } from '#src/modules/webhooks/subscriptions/routes.ts'
import { registerCacheable } from '#src/platform/http/answers/cacheable.ts'
import {
  answerBrokenRequest,
  isDecodable,
  registerErrorHandling,
  unreadablePath,
} from '#src/platform/http/answers/errors.ts'
import { createSerializerCompiler } from '#src/platform/http/answers/serialization.ts'
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
import { registerConsole } from '#src/platform/http/pages/console.ts'
import { registerDocs } from '#src/platform/http/pages/docs.ts'
import { registerGuide } from '#src/platform/http/pages/guide.ts'
import { registerPageScope } from '#src/platform/http/pages/page-scope.ts'
import { registerSecurityText } from '#src/platform/http/pages/security-text.ts'
import { registerStartPage } from '#src/platform/http/pages/start-page.ts'
import { largestBody, registerBodyParser } from '#src/platform/http/requests/body-parser.ts'
import { warnOfForgottenProxy } from '#src/platform/http/requests/forgotten-proxy.ts'
import { dropForwardedPorts } from '#src/platform/http/requests/forwarded-ports.ts'
import { readAgainAfterLoss } from '#src/platform/http/requests/read-again.ts'
import { refuseUndecodableQuery, validatorCompiler } from '#src/platform/http/requests/validation.ts'
import { countConfigurationWarning } from './configuration-warnings.ts'
import type { Dependencies } from './dependencies.ts'
import { eventPayloads } from './event-payloads.ts'
import { registerHealth, registerMetrics } from './health.ts'
import { registerReads } from './reads.ts'

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
  const app = fastify({
    ...(tls ? { https: { ...options, handshakeTimeout: limits.headersTimeoutMs, ...tls } } : { http: options }),
    loggerInstance: dependencies.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: largestBody,
    trustProxy: trustedProxies(dependencies.config),
    clientErrorHandler: answerBrokenRequest,
    return503OnClosing: false,
    // An undecodable path or an id of any length is answered like every other request, not by the router.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : unreadablePath),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: options.maxHeaderSize },
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(createSerializerCompiler())
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
  await registerOpenApi(app, eventPayloads, dependencies.config.PUBLIC_URL)
  registerCacheable(app)
  registerHealth(app, dependencies)
  const limiter = createRateLimiter(
    dependencies.config.RATE_LIMIT_PER_MINUTE,
    shareBy(dependencies.db, dependencies.logger),
  )
  await app.register(async (open) => {
    limitByAddress(open, limiter)
    if (!dependencies.config.production) registerMetrics(open as App, dependencies)
    await registerStartPage(open as App)
    await registerConsole(open)
    await registerDocs(open)
    await registerGuide(open)
    registerSecurityText(open, dependencies.config)
  })
  await app.register(async (accounts) => {
    registerPageScope(accounts, '..')
    limitByAddress(accounts, limiter)
    await accountPageRoutes(accounts, dependencies)
    invitationPageRoutes(accounts, dependencies)
  })
  await app.register(async (scope) => mediaFileRoutes(scope as App, dependencies))
  await app.register(async (scope) => notificationRoutes(scope as App, dependencies, limiter))
  await app.register(async (scope) => payPageRoutes(scope, dependencies, limiter))
  await app.register(async (scope) => publicFeedRoutes(scope as App, reading.dependencies, limiter))
  await app.register(async (scope) => {
    limitCallers(scope, { ...dependencies, limiter })
    orderLinkRoutes(scope as App, dependencies)
    linkedPaymentRoutes(scope as App, dependencies, limiter)
    lookUpRoutes(scope as App, dependencies)
    registerOrderPage(scope as App, dependencies)
  })
  await registerScopes(app, reading.dependencies, limiter, {
    device: [signInRoutes, twoFactorSignInRoutes, consoleSessionRoutes, recoveryRoutes, invitationRoutes],
    user: [
      catalogRoutes,
      productGroupRoutes,
      searchRoutes,
      shopRoutes,
      accountRoutes,
      addressRoutes,
      credentialRoutes,
      twoFactorRoutes,
      exportRoutes,
    ],
    shopper: [
      cartRoutes,
      placingRoutes,
      ownOrderRoutes,
      ownInvoiceRoutes,
      cancelRoutes,
      returnRoutes,
      paymentRoutes,
      methodRoutes,
      valueRoutes,
    ],
    staff: [
      auditRoutes,
      customerRoutes,
      customerExportRoutes,
      dashboardRoutes,
      productAdminRoutes,
      priceRoutes,
      productGroupAdminRoutes,
      productFileRoutes,
      mediaRoutes,
      bulkRoutes,
      collectionAdminRoutes,
      feedRoutes,
      inventoryRoutes,
      settingsRoutes,
      shippingRoutes,
      promotionRoutes,
      promotionCodeRoutes,
      taxRoutes,
      staffRoutes,
      roleRoutes,
      apiKeyRoutes,
      printRoutes,
      staffInvoiceRoutes,
      staffOrderRoutes,
      editRoutes,
      paymentLinkRoutes,
      merchantOrderRoutes,
      editOrderRoutes,
      orderExportRoutes,
      adminPaymentRoutes,
      fulfillmentRoutes,
      refundRoutes,
      returnAdminRoutes,
      giftCardRoutes,
      webhookRoutes,
      deliveryRoutes,
      eventRoutes,
    ],
  })
  limitUnknownRoutes(app, limiter)
  return app
}
