import { type Html, html } from './html.ts'

const paths = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm9 16-4.2-4.2',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9c.6-4 3.700-6 8-6s7.400 2 8 6',
  cart: 'M5 8h14l-1 12H6L5 8Zm4 0V7a3 3 0 0 1 6 0v1',
  close: 'm6 6 12 12M18 6 6 18',
  filter: 'M4 7h16M7 12h10M10 17h4',
  right: 'm9 5 7 7-7 7',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  truck: 'M2 6h12v10H2V6Zm12 4h4l4 3v3h-8M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm11 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  back: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  play: 'm8 5 11 7-11 7V5',
  lock: 'M6 11h12v9H6v-9Zm2 0V8a4 4 0 0 1 8 0v3',
} as const

export function icon(name: keyof typeof paths): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${paths[name]}"/></svg>`
}
