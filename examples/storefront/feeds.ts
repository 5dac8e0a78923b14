import type { FastifyInstance, FastifyRequest } from 'fastify'
import { shopPaths } from './api.ts'
import { escapeText } from './html.ts'
import { hreflang, type Language } from './languages.ts'
import { createMemory } from './memory.ts'
import { hrefIn, type View } from './view.ts'

const cachedMs = 600_000
const anyOrigin = 'https://storefront.invalid'
/** Of one sitemap; a larger catalog takes that of the service, which comes in parts. */
const max = 50_000

/** What search engines and comparison sites read. Each is made at most once in ten minutes. */
export function feeds(
  app: FastifyInstance,
  viewOf: (request: FastifyRequest, language: undefined) => Promise<View>,
  feedUrl: string | undefined,
): void {
  const memory = createMemory()
  const serve = (path: string, type: string, make: (view: View) => Promise<string>) =>
    app.get(path, async (request, reply) => {
      const view = await viewOf(request, undefined)
      // Without STOREFRONT_URL visitors name the host as they like: the text is made once for all of them.
      const text = await memory(path, cachedMs, () => make({ ...view, origin: anyOrigin }))
      reply.type(type).header('cache-control', 'public, max-age=600')
      return text.replaceAll(anyOrigin, escapeText(view.origin))
    })
  serve('/robots.txt', 'text/plain; charset=utf-8', async (view) => robots(view))
  serve('/sitemap.xml', 'application/xml; charset=utf-8', sitemap)
  if (!feedUrl) return
  app.get('/feed.xml', async (_, reply) => {
    const text = await memory(feedUrl, cachedMs, () => readFeed(feedUrl)).catch(() => undefined)
    if (text === undefined) return reply.code(503).header('retry-after', '60').send()
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=600')
    return text
  })
}

function robots({ origin, languages }: View): string {
  const own = ['/cart', '/checkout', '/orders/', '/account', '/search', '/suggest']
  const prefixes = ['', ...languages.map(({ prefix, lang }) => prefix || `/${lang}`)]
  return [
    'User-agent: *',
    ...prefixes.flatMap((prefix) => own.map((path) => `Disallow: ${prefix}${path}`)),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

async function sitemap(view: View): Promise<string> {
  const { origin, languages, collections, visit } = view
  const entry = (path: string, changed?: string) => {
    const to = (language: Language) => escapeText(origin + hrefIn(language, path))
    const links = languages
      .map((one) => `<xhtml:link rel="alternate" hreflang="${hreflang(one)}" href="${to(one)}"/>`)
      .join('')
    const date = changed ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : ''
    return languages.map((language) => `<url><loc>${to(language)}</loc>${date}${links}</url>`)
  }
  const entries = [
    entry('/'),
    entry('/products'),
    ...collections.map(({ slug }) => entry(shopPaths.collection(slug))),
    ...(await visit.pages()).map(({ slug, updated_at }) => entry(shopPaths.page(slug), updated_at)),
  ].flat()
  for await (const card of visit.allCards()) {
    if (entries.length >= max) break
    entries.push(...entry(shopPaths.product(card.group?.slug ?? card.slug), card.updated_at))
  }
  const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${names}>\n${entries.join('\n')}\n</urlset>\n`
}

/**
 * The service's own feed for Google, so that there is one alone. The service sends two streams of it at once: kept here,
 * slow readers of this storefront do not take them from Google.
 */
async function readFeed(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(60_000) })
  if (!answer.ok) throw new Error(`the feed answered ${answer.status}`)
  return answer.text()
}
