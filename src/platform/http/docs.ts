import { type FastifyInstance, fastify } from 'fastify'
import { contractOf } from './openapi.ts'

const hidden = { schema: { hide: true } }

/**
 * `/openapi.json`, and `/docs`, which displays it. The page's script is 4 MB, so it is loaded at the first visit, not
 * at start-up.
 */
export function registerDocs(app: FastifyInstance): void {
  let contract: string | undefined
  app.get('/openapi.json', hidden, async (_request, reply) => {
    contract ??= JSON.stringify(contractOf(app))
    return reply.type('application/json; charset=utf-8').send(contract)
  })

  let page: Promise<FastifyInstance> | undefined
  for (const url of ['/docs', '/docs/js/scalar.js']) {
    app.get(url, hidden, async (_request, reply) => {
      page ??= buildPage()
      const answer = await (await page).inject(url === '/docs' ? '/docs/' : url)
      const type = answer.headers['content-type'] as string
      return reply.header('cache-control', 'public, max-age=3600').type(type).send(answer.rawPayload)
    })
  }
}

/** The documentation page, in a Fastify instance of its own that never listens. */
async function buildPage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const page = fastify()
  await page.register(scalar, {
    routePrefix: '/docs',
    configuration: { url: '/openapi.json', cdn: '/docs/js/scalar.js', withDefaultFonts: false, telemetry: false },
  })
  return page
}
