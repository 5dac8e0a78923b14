import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import type { App } from './app.ts'
import { envelope, errors, named, ok } from './envelope.ts'
import { readPageFile, sendPage, serveFile } from './pages.ts'

const Link = Type.String({ examples: ['/docs'] })
const Service = named(
  'Service',
  Type.Object({
    name: Type.String({ examples: ['Commerce Platform API'] }),
    version: Type.String({ examples: ['0.1.0'] }),
    links: Type.Object({ documentation: Link, contract: Link, health: Link }),
  }),
)

/** `/`: what this service is and where to go on. A page for browsers, JSON for all others. */
export async function registerStartPage(app: App): Promise<void> {
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
  const html = (await readPageFile('start-page.html')).replace('{version}', version)
  const service = {
    name: 'Commerce Platform API',
    version,
    links: { documentation: '/docs', contract: '/openapi.json', health: '/health/ready' },
  }
  await serveFile(app, '/pages.css', 'pages.css')
  app.get(
    '/',
    {
      schema: {
        tags: ['Operations'],
        operationId: 'describeService',
        summary: 'What this service is, and where to go on; a page for browsers',
        description: 'JSON for programs. A browser gets a page.',
        security: [],
        response: { 200: envelope(Service), ...errors('RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE') },
      },
    },
    async (request, reply) => {
      reply.header('vary', 'accept')
      if (!request.headers.accept?.includes('text/html')) return ok(service)
      return sendPage(reply, html) as never
    },
  )
}
