import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Routes that are no part of the contract. */
export const hidden = { schema: { hide: true } }

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

/**
 * The policy of a page: scripts, styles, fonts and requests of this service only. Nothing inline, no frames, and no
 * form that the browser sends by itself. A page's own directives replace these.
 */
export function pagePolicy(own: Record<string, string> = {}): string {
  const directives = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'connect-src': "'self'",
    'font-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...own,
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

const policy = pagePolicy()

export function sendPage(reply: FastifyReply, html: string, ownPolicy = policy): FastifyReply {
  return reply
    .header('content-security-policy', ownPolicy)
    .type(types['html'] as string)
    .send(html)
}

/** Serves a file: a page, or what pages load. */
export async function serveFile(app: FastifyInstance, url: string, file: URL): Promise<void> {
  serveText(app, url, file.pathname.split('.').at(-1) ?? '', await readFile(file, 'utf8'))
}

export function serveText(app: FastifyInstance, url: string, extension: string, text: string): void {
  app.get(url, hidden, async (_request, reply) => {
    if (extension === 'html') return sendPage(reply, text)
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type(types[extension] as string)
      .send(text)
  })
}
