/**
 * Marks, embeddings, overrides and isolates: in a name they turn around the text beside it, so that another address or
 * amount seems to be there. Mails leave out the same ones.
 */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Text as it is shown. What is edited or sent keeps its marks. */
export function withoutDirections(text: string): string {
  return text.search(directions) < 0 ? text : text.replace(directions, '')
}

/** Attributes that are read or heard. */
const texts = ['title', 'alt', 'label', 'aria-label', 'aria-description', 'placeholder'] as const

/** The properties of an element with its texts as they are shown; the values of fields are left as they are. */
export function shownProps(props: object): object {
  const given = props as Record<string, unknown>
  let result = given
  for (const name of ['children', ...texts]) {
    const shown = shownText(given[name])
    if (shown !== given[name]) result = { ...result, [name]: shown }
  }
  return result
}

/** The same value if nothing had to be left out, so that React compares as before. */
function shownText(value: unknown): unknown {
  if (typeof value === 'string') return withoutDirections(value)
  if (!Array.isArray(value)) return value
  const shown = value.map(shownText)
  return shown.some((one, at) => one !== value[at]) ? shown : value
}
