import { randomBytes } from 'node:crypto'
import { type FastifyInstance, fastify } from 'fastify'
import { contractOf } from '../openapi/openapi.ts'
import { hidden, pagePolicy, readPageFile, sendPage, serveFile } from './pages.ts'

/**
 * `/openapi.json`, and `/docs`, which displays it. The page's script is 4 MB, so it is loaded at the first visit, not
 * at start-up.
 */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  let contract: string | undefined
  app.get('/openapi.json', { ...hidden, config: { cacheable: 'public' } }, async (_request, reply) => {
    contract ??= JSON.stringify(contractOf(app))
    return reply.type('application/json; charset=utf-8').send(contract)
  })

  const html = await readPageFile('docs/index.html')
  app.get('/docs', hidden, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return sendPage(reply, html.replace('{nonce}', nonce), docsPolicy(nonce))
  })
  await serveFile(app, '/docs/js/start.js', 'docs/start.js')

  let script: Promise<Buffer> | undefined
  app.get('/docs/js/scalar.js', hidden, async (_request, reply) => {
    script ??= loadScript()
    const body = await script
    return reply.header('cache-control', 'public, max-age=3600').type('text/javascript; charset=utf-8').send(body)
  })
}

/** The package creates its style sheets in the page. Its `style` attributes are blocked; the page is usable without. */
function docsPolicy(nonce: string): string {
  return pagePolicy({ 'style-src': `'nonce-${nonce}'`, 'img-src': "'self' data:" })
}

/** The script of the package, which serves it only as a plugin: from a Fastify instance that never listens. */
async function loadScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const page = fastify()
  await page.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  return (await page.inject('/docs/js/scalar.js')).rawPayload
}
