import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { envelope, errors, named, ok } from '#src/platform/http/envelope.ts'
import { limitByAddress, type RateLimiter } from '#src/platform/http/overload/rate-limit.ts'
import { release } from '#src/platform/lib/release.ts'
import type { Dependencies } from '../dependencies.ts'
import { servePageStyles } from './page-styles.ts'
import { registerSecurityText } from './security-text.ts'

const Link = Type.String({ examples: ['/docs'] })
const Service = named(
  'Service',
  Type.Object({
    name: Type.String({ examples: ['Commerce Platform API'] }),
    version: Type.String({ examples: ['0.2.0'] }),
    links: Type.Object({ console: Link, documentation: Link, contract: Link, health: Link }),
  }),
)

/**
 * `/`: introduces the service and links to its parts. Browsers are redirected to the console, other clients get JSON.
 */
export async function startRoutes(app: App, { config }: Dependencies, limiter: RateLimiter): Promise<void> {
  limitByAddress(app, limiter)
  const service = {
    name: 'Commerce Platform API',
    version: release,
    links: { console: '/console', documentation: '/docs', contract: '/openapi.json', health: '/health/ready' },
  }
  await servePageStyles(app)
  app.get(
    '/',
    {
      schema: {
        tags: ['Operations'],
        operationId: 'describeService',
        summary: 'Introduction and links',
        description: 'JSON for programs. A browser is redirected to the console.',
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
  registerSecurityText(app, config)
}
