import { count, countTotal, type ListTotal } from './format.ts'

/** What stands for a name of a message: numbers as the viewer's language writes them, nothing for null. */
export type Value = string | number | ListTotal | null | undefined

type Values<Part> = Readonly<Record<string, Value | Part | ((inside: (string | Part)[]) => Part)>>

/**
 * The parts of a message of ICU MessageFormat: `{name}`, `{n, plural, one {# order} other {# orders}}`,
 * `{kind, select, card {…} other {…}}`, tags `<b>…</b>`, and `'{'` for a brace. The library of the format is larger
 * than what the budget of the first page has left; a test compares every message with it.
 *
 * @see https://unicode-org.github.io/icu/userguide/format_parse/messages/
 */
export function readMessage<Part>(text: string, language: string, values: Values<Part>): (string | Part)[] {
  let at = 0

  /** The group of a pattern at this place, and goes behind it; nothing, and stays, where it does not match. */
  function take(pattern: RegExp): string {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found !== null) at = pattern.lastIndex
    return found?.[1] ?? ''
  }

  function read(number?: Value): (string | Part)[] {
    const parts: (string | Part)[] = []
    while (at < text.length && text[at] !== '}' && !text.startsWith('</', at)) {
      const tag = take(/<([a-z]+)>/y)
      if (tag !== '') {
        parts.push(filled(tag, read(number)))
        take(/(<\/[a-z]+>)/y)
      } else if (text[at] === '{') parts.push(...argument(number))
      else if (number !== undefined && take(/(#)/y)) parts.push(written<Part>(number))
      else parts.push(take(/'([{}<][^']*)'/y) || take(/([^'{}<#]+|.)/sy))
    }
    return parts
  }

  function argument(number?: Value): (string | Part)[] {
    const name = take(/\{(\w+)\s*/y)
    const value = values[name] as Value | Part
    const kind = take(/,\s*(plural|select)\s*,\s*/y)
    const amount = isTotal(value) ? value.total : Number(value)
    const wanted = kind === 'plural' ? [`=${amount}`, new Intl.PluralRules(language).select(amount)] : [String(value)]
    const found = new Map<string, (string | Part)[]>()
    while (kind !== '' && text[at] !== '}' && at < text.length) {
      const key = take(/([\w=]+)\s*\{/y)
      found.set(key, read(kind === 'plural' ? (value as Value) : number))
      take(/(\}\s*)/y)
    }
    take(/(\})/y)
    if (kind === '') return [written(value)]
    return found.get([...wanted, 'other'].find((key) => found.has(key)) ?? '') ?? []
  }

  const filled = (tag: string, inside: (string | Part)[]): Part =>
    (values[tag] as (inside: (string | Part)[]) => Part)(inside)

  return read()
}

const isTotal = (value: unknown): value is ListTotal =>
  typeof value === 'object' && value !== null && 'total_precision' in value

function written<Part>(value: Value | Part): string | Part {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return count(value)
  return isTotal(value) ? countTotal(value) : (value as string | Part)
}
