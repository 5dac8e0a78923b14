import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import type { App } from './app.ts'
import { envelope, errors, named, ok } from './envelope.ts'
import { servePageStyles } from './page-styles.ts'

const Link = Type.String({ examples: ['/docs'] })
const Service = named(
  'Service',
  Type.Object({
    name: Type.String({ examples: ['Commerce Platform API'] }),
    version: Type.String({ examples: ['0.1.0'] }),
    links: Type.Object({ console: Link, documentation: Link, contract: Link, health: Link }),
  }),
)

/** `/`: what this service is and where to go on. Browsers are sent to the console, all others get JSON. */
export async function registerStartPage(app: App): Promise<void> {
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
  const service = {
    name: 'Commerce Platform API',
    version,
    links: { console: '/console', documentation: '/docs', contract: '/openapi.json', health: '/health/ready' },
  }
  await servePageStyles(app)
  app.get(
    '/',
    {
      schema: {
        tags: ['Operations'],
        operationId: 'describeService',
        summary: 'What this service is, and where to go on',
        description: 'JSON for programs. A browser is sent to the console.',
        security: [],
        response: { 200: envelope(Service), ...errors('RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE') },
      },
    },
    async (request, reply) => {
      reply.header('vary', 'accept')
      if (!request.headers.accept?.includes('text/html')) return ok(service)
      return reply.redirect('/console') as never
    },
  )
}
