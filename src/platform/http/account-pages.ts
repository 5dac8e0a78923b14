import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

/**
 * The pages that mailed links open, at `/account/…`. Each is a form that sends the token from `#token=` to the API. It
 * acts only when the button is pressed, because mail scanners follow links.
 */
export async function registerAccountPages(app: FastifyInstance): Promise<void> {
  for (const page of ['verify-email', 'reset-password', 'undo-email-change', 'accept-invitation']) {
    const html = await readFile(new URL(`./account-pages/${page}.html`, import.meta.url), 'utf8')
    const policy = contentSecurityPolicy(html)
    app.get(`/account/${page}`, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header('content-security-policy', policy)
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
        .send(html),
    )
  }
}

/** Allows the page's own inline script and style, by hash, and requests to this service; no framing. */
function contentSecurityPolicy(html: string): string {
  const hashes = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
  return [
    "default-src 'none'",
    `script-src ${hashes('script').join(' ')}`,
    `style-src ${hashes('style').join(' ')}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
