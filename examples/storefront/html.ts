/** Markup that is safe to send: every text in it was escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

export type Part = Html | string | number | false | null | undefined | readonly Part[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
}

/** Markup of a template. Whatever is put in is escaped, unless it is markup itself; false and null are nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let text = strings[0] ?? ''
  for (const [index, part] of parts.entries()) text += render(part) + (strings[index + 1] ?? '')
  return new Html(text)
}

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (part === false || part === null || part === undefined) return ''
  return typeof part === 'object' ? part.map(render).join('') : escapeText(String(part))
}

/** A description as HTML: the service keeps only what cannot run or leave the page. */
export function richText(cleaned: string): Html {
  return new Html(cleaned)
}

/** Data for search engines. A script of this type is never run; `<` is escaped, so that no text ends it. */
export function jsonLd(data: object): Html {
  return new Html(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`)
}

/** An address of the web, or undefined: `javascript:` is none. */
export function webAddress(text: string | null | undefined): string | undefined {
  return text && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined
}

/** A path of this shop to go on at, or `otherwise`: never another site. */
export function ownPath(text: unknown, otherwise: string): string {
  return typeof text === 'string' && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(text) ? text : otherwise
}
