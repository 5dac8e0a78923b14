import type { Tags } from './tags.ts'
import { videoHosts } from './videos.ts'

interface Secured {
  isSecure: boolean
  tags: Tags
}

export function securityHeaders({ isSecure, tags }: Secured): Record<string, string> {
  return {
    'content-security-policy': policy(tags),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(isSecure && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** Nothing but the shop's own styles and scripts, and the tags it has named; pictures of any address, as products have. */
export function policy(of: 'cards' | Tags): string {
  const takesCards = of === 'cards'
  // A page that takes cards has no tags.
  const others = takesCards ? '' : of.hosts.map((host) => ` ${host}`).join('')
  const stripe = takesCards ? ' https://js.stripe.com' : ''
  const frames = takesCards ? ['https://js.stripe.com', 'https://hooks.stripe.com'] : videoHosts
  const connections = takesCards ? ' https://api.stripe.com' : ''
  return [
    "default-src 'none'",
    `script-src 'self'${stripe}${others}`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' https: http:",
    "media-src 'self' https: http:",
    `frame-src ${frames.join(' ')}`,
    `connect-src 'self'${connections}${others}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
