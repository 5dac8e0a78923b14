import type { FastifyInstance } from 'fastify'
import { contrast } from './api.ts'

/** Of browser/frame.css: boxes of the light pages, and the paper of the dark ones. */
const tint = '#f6f2ea'
const darkPaper = '#161412'

export const accentPath = (accent: string): string => `/assets/accent-${accent.slice(1)}.css`

/** The accent of a shop as a stylesheet: the policy of the pages allows no styles in them. */
export function serveAccents(app: FastifyInstance): void {
  app.get<{ Params: { color: string } }>('/assets/accent-:color(^[0-9a-f]{6}).css', (request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(accentStyles(`#${request.params.color}`)),
  )
}

function accentStyles(accent: string): string {
  const light = until(accent, '#000000', (color) => contrast(color, tint) >= 4.5)
  const dark = until(accent, '#ffffff', (color) => contrast(color, darkPaper) >= 7)
  const over = [mixed(light, '#000000', 0.2), mixed(dark, '#ffffff', 0.3)]
  return `:root { --accent: ${light}; --accent-over: ${over[0]}; --on-accent: #fff; --band: ${light} }
@media (prefers-color-scheme: dark) {
  :root { --accent: ${dark}; --accent-over: ${over[1]}; --on-accent: ${darkPaper} }
}
`
}

/** The colour, with as little of another one as is needed. */
function until(color: string, other: string, isEnough: (color: string) => boolean): string {
  const shares = Array.from({ length: 20 }, (_, index) => index / 20)
  return shares.map((share) => mixed(color, other, share)).find(isEnough) ?? other
}

function mixed(color: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [one, two] = [color, other].map((from) => Number.parseInt(from.slice(at, at + 2), 16)) as [number, number]
    return Math.round(one + (two - one) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}
