import type { App } from '#src/platform/http/app.ts'
import { hidden } from '#src/platform/http/pages/pages.ts'

export interface SecurityConfig {
  /** A mailto: or https: address. */
  SECURITY_CONTACT?: string | undefined
  PUBLIC_URL?: string | undefined
}

const path = '/.well-known/security.txt'
const validDays = 180

/** Contact for vulnerability reports (RFC 9116); 404 without SECURITY_CONTACT. */
export function registerSecurityText(app: App, { SECURITY_CONTACT, PUBLIC_URL }: SecurityConfig): void {
  if (SECURITY_CONTACT === undefined) return
  const canonical = PUBLIC_URL && `Canonical: ${PUBLIC_URL.replace(/\/+$/, '')}${path}\n`
  app.get(path, hidden, async (_request, reply) => {
    const expires = new Date(Date.now() + validDays * 86_400_000).toISOString()
    reply.type('text/plain; charset=utf-8')
    return `Contact: ${SECURITY_CONTACT}\nExpires: ${expires}\nPreferred-Languages: en\n${canonical ?? ''}`
  })
}
