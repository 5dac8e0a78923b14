import { t } from '#console/lib/text.ts'
import { decimalsOf, typedAmount } from './format.ts'

/** An amount as it was meant, or why it cannot be told what was meant; undefined if nothing is typed. */
export type ReadAmount = { amount: number; fault?: undefined } | { amount?: undefined; fault: string }

/**
 * Reads an amount as people write it: with a comma or a point before the decimals, in digits of any script, thousands
 * apart by spaces, apostrophes, points or commas. What could be two numbers is none, such as `1.234` of euros. With
 * three decimals a point is before them, as in the fields of the console: `1.235`.
 */
export function readAmount(text: string, currency: string): ReadAmount | undefined {
  const typed = plain(text)
  if (typed === '') return undefined
  const decimals = decimalsOf(currency)
  const [, whole = '', mark = '', part = ''] = /^([\d.,]*?)(?:([.,])(\d+))?$/.exec(withoutSpaces(typed)) ?? []
  const grouped = /^\d{1,3}(?:([.,])\d{3})+$/.exec(whole)
  const isWhole = /^\d*$/.test(whole)
  if ((whole === '' && part === '') || !(isWhole || (grouped && grouped[1] !== mark))) {
    const all = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+$/.test(typed)
    return all ? checked(typed.replaceAll(/[.,]/g, ''), '', currency) : { fault: form(currency) }
  }
  const isOwnForm = mark === '.' && decimals >= 3
  const couldBeGroup = part.length === 3 && /^[1-9]\d{0,2}$/.test(whole) && typed === `${whole}${mark}${part}`
  if (couldBeGroup && !isOwnForm) return { fault: twoReadings(typed, whole, mark, part, currency) }
  return checked(whole.replaceAll(/[.,]/g, ''), part, currency)
}

/** In one form: digits of any script, and its own marks of decimals and thousands. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replaceAll('\u066B', '.')
    .replaceAll(/[\u066C\u2019]/g, "'")
    .trim()
}

/** `1 234 567` and `1'234'567`; what stands apart otherwise stays, and is no number. */
function withoutSpaces(text: string): string {
  return /^\d{1,3}([\s'])\d{3}(\1\d{3})*([.,]\d+)?$/.test(text) ? text.replaceAll(/[\s']/g, '') : text
}

function checked(whole: string, part: string, currency: string): ReadAmount {
  const decimals = decimalsOf(currency)
  const needed = part.replace(/0+$/, '')
  if (needed.length > decimals) return { fault: tooExact(decimals, currency) }
  return { amount: Number(`${whole || '0'}.${needed || '0'}`) }
}

function twoReadings(typed: string, whole: string, mark: string, part: string, currency: string): string {
  const decimals = decimalsOf(currency)
  const [many, few] = [Number(whole + part), `${whole}.${part}`]
  const values = {
    typed,
    mark: mark === ',' ? 'comma' : 'point',
    many: typedAmount(many, currency),
    few,
    plain: String(many),
    exact: tooExact(decimals, currency, false),
  }
  return decimals >= 3
    ? t(
        '“{typed}” could be {many} or {few}. Type {plain} without the {mark, select, comma {comma} other {point}}, ' +
          'or {few} with a point.',
        values,
      )
    : t(
        '“{typed}” could be {many} or {few}, and {exact} Type {plain} without the ' +
          '{mark, select, comma {comma} other {point}} if you mean that.',
        values,
      )
}

function tooExact(decimals: number, currency: string, isSentence = true): string {
  const name = currency || (isSentence ? t('An amount') : t('an amount'))
  return decimals === 0
    ? t('{name} has no decimals.', { name })
    : t('{name} has {decimals} decimals.', { name, decimals })
}

function form(currency: string): string {
  return t('Needs an amount, such as {example}.', {
    example: typedAmount(decimalsOf(currency) === 0 ? 1275 : 12.75, currency),
  })
}
