import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { serveAccents } from './accent.ts'
import { accountPages } from './account.ts'
import { ApiError, connect, costs, type Service, type Shop } from './api.ts'
import { serveAssets } from './assets.ts'
import { cartPages } from './cart.ts'
import { checkoutPages } from './checkout.ts'
import { contentPages } from './content.ts'
import { cookieOf, createSeal, readCookie } from './cookies.ts'
import { serveReloads } from './dev.ts'
import { goOn } from './ended.ts'
import { feeds } from './feeds.ts'
import { homePages } from './home.ts'
import { languageAt, languagesOf } from './languages.ts'
import { layout, saying } from './layout.ts'
import { listPages, suggestions } from './list.ts'
import { ledOn } from './moved.ts'
import { orderPages } from './order.ts'
import { canonicalPath, splitUrl } from './paths.ts'
import { policy, securityHeaders } from './policy.ts'
import { productPages } from './product.ts'
import { dropForwardedPorts, type TrustedProxies, visitorAddress } from './proxies.ts'
import { returnPages } from './returns.ts'
import { signInPages } from './sign-in.ts'
import type { Tags } from './tags.ts'
import { type Answer, type Draft, type Handler, hrefIn, type Page, type View } from './view.ts'
import { countVisits } from './visits.ts'

export interface Settings extends Service {
  /** Where visitors find the shop, if it is not where it listens: `https://shop.example`. */
  publicUrl: string | undefined
  /** Proxies in front, whose `x-forwarded-for` names the visitor. */
  trustProxy: TrustedProxies
  /** The service's feed for Google, which `/feed.xml` passes on. */
  feedUrl?: string | undefined
  /** Pages load again when the storefront has changed. */
  isDevelopment?: boolean
  /** Scripts of others, which load once a visitor agrees. */
  tags: Tags
}

const compress = promisify(gzip)
const pages = { ...homePages, ...listPages, ...productPages, ...cartPages, ...checkoutPages, ...orderPages }
const handlers: Record<string, Handler> = { ...pages, ...contentPages, ...returnPages, ...accountPages, ...signInPages }
/** The first part of a path that may name a language of the shop. */
const inLanguage = '/:language(^[a-z-]{2,12}$)'
const [english] = languagesOf({ locales: [] })

/** The shop. It does not listen yet. */
export function buildStorefront(settings: Settings): FastifyInstance {
  const app = fastify({
    trustProxy: settings.trustProxy,
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 300 },
    logger: { level: 'warn' },
    // An address that is none: `/%`.
    frameworkErrors: (_error, _request, reply: FastifyReply) => void reply.code(404).type('text/plain').send('404'),
  })
  const visit = connect(settings)
  const seal = createSeal(`${settings.secret} drafts`)
  const assets = { ...serveAssets(app), ...(settings.isDevelopment && { reload: serveReloads(app) }) }
  let lastShop: Shop | undefined

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(body as string)),
  )
  app.addHook('onRequest', (request, reply, done) => {
    const begun = performance.now()
    const cost = { requests: 0, ms: 0 }
    reply.headers(securityHeaders(settings))
    Object.assign(request, { begun, cost })
    if (settings.trustProxy !== false) dropForwardedPorts(request)
    const { path, query } = splitUrl(request.url)
    const canonical = canonicalPath(path)
    // With a new form of the path the method and the form stay.
    if (canonical === undefined || canonical === path) costs.run(cost, done)
    else reply.redirect(canonical + query, 308)
  })
  app.addHook('preHandler', async (request, reply) => {
    if (request.method === 'POST' && !isOwnForm(request, originOf(request))) {
      await reply.code(403).type('text/plain; charset=utf-8').send(english.t.refusedForm)
    }
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { begun, cost } = request as unknown as { begun: number; cost: { requests: number; ms: number } }
    const took = performance.now() - begun
    const api = `api;dur=${cost.ms.toFixed(1)};desc="${cost.requests} requests"`
    reply.header('server-timing', `${api}, total;dur=${took.toFixed(1)}`)
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (!isPage || typeof payload !== 'string' || !request.headers['accept-encoding']?.includes('gzip')) return payload
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
    reply.headers({ 'content-encoding': 'gzip', vary })
    return compress(payload, { level: 4 })
  })

  const originOf = ({ protocol, host }: FastifyRequest) => settings.publicUrl ?? `${protocol}://${host}`

  async function viewOf(request: FastifyRequest, requested: string | undefined): Promise<View> {
    const { cookie } = request.headers
    const found = await visit({ cookie, address: visitorAddress(request), language: requested })
    const [shop, collections, main, footer] = await Promise.all([
      found.shop(),
      found.collections(),
      found.menu('main'),
      found.menu('footer'),
    ])
    lastShop = shop
    const shown = collections.filter(({ product_count }) => product_count > 0)
    return makeView(request, { shop, collections: shown, menus: { main, footer }, visit: found }, requested)
  }

  function makeView(
    request: FastifyRequest,
    of: Pick<View, 'shop' | 'collections' | 'menus' | 'visit'>,
    requested?: string,
  ): View {
    const { cookie, 'sec-fetch-site': from } = request.headers
    const languages = languagesOf(of.shop)
    const language = languageAt(languages, requested)
    const spoken = language ?? languages[0]
    const [, cart = '0', account] = /^(\d{1,5})(a?)$/.exec(readCookie(cookie, 'shown') ?? '') ?? []
    const draft = (seal.open('draft', readCookie(cookie, 'draft')) ?? {}) as Draft
    return {
      ...of,
      language: spoken,
      languages,
      isArriving: from === 'none' || from === 'cross-site',
      assets,
      tags: settings.tags.scripts,
      locale: spoken.tag,
      t: spoken.t,
      origin: originOf(request),
      path: pathOf(request, language && requested),
      remembered: { cart: Number(cart), hasAccount: account === 'a' && of.visit.hasSession(), draft },
      acceptLanguage: request.headers['accept-language'] ?? '',
      href: (path) => hrefIn(spoken, path),
    }
  }

  /** What has changed of the visitor's cookies. */
  async function sendCookies(view: View, before: string, reply: FastifyReply): Promise<void> {
    const { isSecure } = settings
    const session = await view.visit.setCookie()
    const [shown, draft] = rememberedOf(view)
    const [shownBefore, draftBefore] = JSON.parse(before)
    const cookies = [
      session,
      shown !== shownBefore && cookieOf('shown', shown === '0' ? undefined : shown, 60, isSecure),
      draft !== draftBefore &&
        cookieOf('draft', draft === '{}' ? undefined : seal.seal('draft', view.remembered.draft), 1, isSecure),
    ]
    reply.header(
      'set-cookie',
      cookies.filter((text): text is string => typeof text === 'string'),
    )
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, requested: string | undefined, handle: Handler) {
    let view: View | undefined
    let before = '["",""]'
    let result: Answer
    try {
      view = await viewOf(request, requested)
      before = JSON.stringify(rememberedOf(view))
      if (view.visit.language === undefined) throw new ApiError(404, { code: 'NOT_FOUND' })
      const query = new URLSearchParams(splitUrl(request.url).query)
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      result = await handle(view, { params: request.params as Record<string, string>, query, form })
    } catch (error) {
      if (view) result = (await ledOn(error, view)) ?? (await goOn(error, view)) ?? faultPage(error, view, request)
      else {
        // The service is away, or the key of the storefront is no longer good: nothing of the visitor changes.
        request.log.error({ err: error, url: request.url })
        view = makeView(
          request,
          { shop: lastShop ?? unknownShop, collections: [], menus: noMenus, visit: nobody },
          requested,
        )
        before = JSON.stringify(rememberedOf(view))
        result = breakPage(view)
      }
    }
    await sendCookies(view, before, reply)
    reply.header('cache-control', 'private, no-cache')
    // The first page offers the language of the browser.
    if (view.path === '/') reply.header('vary', 'accept-language')
    if ('redirect' in result) return reply.redirect(result.redirect, result.status ?? 303)
    if (result.takesCards) reply.header('content-security-policy', policy('cards'))
    return reply
      .code(result.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(layout(view, result))
  }

  for (const [route, handle] of Object.entries(handlers)) {
    const [method = 'GET', path = '/'] = route.split(' ')
    for (const url of [path, inLanguage + (path === '/' ? '' : path)])
      app.route({ method, url, handler: (request, reply) => answer(request, reply, languageOf(request), handle) })
  }
  for (const prefix of ['', inLanguage]) {
    app.get(`${prefix}/suggest`, async (request, reply) => {
      const view = await viewOf(request, languageOf(request))
      const query = new URLSearchParams(splitUrl(request.url).query)
      reply.type('text/html; charset=utf-8').header('cache-control', 'private, max-age=60')
      return (await suggestions(view, query.get('q') ?? '')).text
    })
  }
  feeds(app, viewOf, settings.feedUrl)
  countVisits(app, visit)
  serveAccents(app)
  app.get('/health', async () => ({ storefront: true }))
  app.setNotFoundHandler((request, reply) => {
    const [, requested] = /^\/([a-z-]{2,12})\//.exec(request.url) ?? []
    return answer(request, reply, requested, async () => {
      throw new ApiError(404, { code: 'NOT_FOUND' })
    })
  })
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const status = error.statusCode ?? 503
    return reply
      .code(status)
      .type('text/plain; charset=utf-8')
      .send(status < 500 ? error.message : english.t.briefText)
  })
  return app
}

function rememberedOf({ remembered: { cart, hasAccount, draft } }: View): [shown: string, draft: string] {
  return [`${cart}${hasAccount ? 'a' : ''}`, JSON.stringify(draft)]
}

const languageOf = ({ params }: FastifyRequest) => (params as { language?: string }).language

/** The path of the page, without its language, with its query. */
function pathOf(request: FastifyRequest, language: string | undefined): string {
  const { path, query } = splitUrl(request.url)
  const canonical = canonicalPath(path) ?? '/'
  const rest = language ? canonical.slice(language.length + 1) : canonical
  return (rest === '' ? '/' : rest) + query
}

/** Forms of other sites are refused; browsers say where a form is from. */
function isOwnForm({ headers }: FastifyRequest, own: string): boolean {
  return headers.origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : headers.origin === own
}

const unknownShop = {
  name: 'Shop',
  locales: ['en'],
  countries: [],
  tax_names: [],
  return_days: null,
  support_email: null,
  policies: {},
  announcement: null,
  look: { accent: null, font: 'serif', corner: 'round' },
} as unknown as Shop
const noMenus = { main: [], footer: [] }
const nobody = { setCookie: async () => undefined, hasSession: () => false } as unknown as View['visit']

/** A kind page for whatever went wrong. */
function faultPage(error: unknown, view: View, request: FastifyRequest): Answer {
  const { t } = view
  const status = error instanceof ApiError ? error.status : 503
  if (status === 401 || status === 403) return { redirect: view.href(doorOf(view)) }
  const home = { href: view.href('/'), label: t.notFoundHelp }
  // An id or a page that cannot be is one that is not there.
  if (status === 404 || status === 400) {
    if (status === 400) request.log.warn({ err: error, url: request.url })
    return { title: t.notFound, isPrivate: true, status: 404, main: saying(t.notFound, t.notFoundText, home) }
  }
  if (status === 409) return { redirect: view.href('/cart?fault=stock') }
  request.log.error({ err: error, url: request.url })
  if (status !== 429) return breakPage(view)
  const again = { href: view.href(view.path), label: t.tryAgain }
  return { title: t.tooMany, isPrivate: true, status, main: saying(t.tooMany, t.tooManyText, again) }
}

function breakPage({ t, href, path }: View): Page {
  const again = { href: href(path), label: t.tryAgain }
  return { title: t.brief, isPrivate: true, status: 503, main: saying(t.brief, t.briefText, again) }
}

/** Where those go on whose session has ended, or who have none. */
function doorOf({ visit, remembered, path }: View): string {
  const { hasAccount } = remembered
  visit.forgetSession()
  Object.assign(remembered, { cart: 0, hasAccount: false })
  if (hasAccount) return `/account/sign-in?to=${encodeURIComponent(path)}`
  return path.startsWith('/orders/') ? '/orders' : '/cart'
}
