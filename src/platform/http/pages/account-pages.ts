import type { FastifyInstance } from 'fastify'
import { serveFile } from './pages.ts'

/**
 * The pages that mailed links open, at `/account/…`. Each is a form that sends the token from `#token=` to the API. It
 * acts only when the button is pressed, because mail scanners follow links.
 */
export async function registerAccountPages(app: FastifyInstance): Promise<void> {
  for (const page of ['verify-email', 'reset-password', 'undo-email-change', 'accept-invitation']) {
    await serveFile(app, `/account/${page}`, `account/${page}.html`)
  }
  await serveFile(app, '/account/form.js', 'account/form.js')
}
