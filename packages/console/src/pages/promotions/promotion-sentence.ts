import { count, dayText, money } from '#console/lib/format.ts'
import { typedTime } from '#console/lib/shop-time.ts'
import { t } from '#console/lib/text.ts'

export const choiceLists = ['collection_ids', 'group_ids', 'product_ids', 'categories', 'tags', 'brands'] as const
export type ChoiceList = (typeof choiceLists)[number]
type Lists = { [List in ChoiceList]?: string[] }

/** What a promotion is for, as the service answers it. */
export interface Choice extends Lists {
  all?: boolean
  except?: Lists
  not_on_sale?: boolean
}

/** What ids are called, by `nameKey`. */
export type Names = ReadonlyMap<string, string>
export const nameKey = (list: ChoiceList, value: string) => `${list} ${value}`

interface Deal {
  quantity?: number | undefined
  of: Choice
  percent?: number | undefined
}

/** The terms of a promotion. What is not typed yet is undefined. */
export interface Terms {
  kind: 'percentage' | 'amount' | 'free_shipping' | 'buy_x_get_y'
  code?: string | null
  has_codes?: boolean
  percent?: number | null | undefined
  amount?: number | null | undefined
  each?: boolean
  max_discount?: number | null | undefined
  max_shipping?: number | null | undefined
  buy?: Deal | null
  get?: Deal | null
  times_at_most?: number | null | undefined
  applies_to: Choice
  minimum?: { subtotal?: number; quantity?: number } | null
  customers?: { new_only?: boolean; emails?: string[] } | null
  usage_limit?: number | null | undefined
  per_customer_limit?: number | null | undefined
  starts_at?: string | null
  ends_at?: string | null
  combines?: boolean
}

/** So many are named; the rest is counted. */
const maxNamed = 3

/** `10 % off Shoes from £20.00, until 3 December, once per customer, with the code SHOES-10.` */
export function sentenceOf(terms: Terms, names: Names, currency: string): string {
  const parts = [
    fromMinimum(whatOf(terms, names, currency), terms, currency),
    limitText(terms, currency),
    periodOf(terms),
    customersOf(terms),
    terms.per_customer_limit && t('{times} per customer', { times: timesText(terms.per_customer_limit) }),
    terms.usage_limit &&
      t('for the first {orders, plural, one {order} other {# orders}}', { orders: terms.usage_limit }),
    triggerOf(terms),
    terms.combines && t('also beside other discounts that combine'),
  ]
  const text = parts.filter(Boolean).join(', ')
  return text.endsWith('…') ? text : `${text}.`
}

function whatOf(terms: Terms, names: Names, currency: string): string {
  const { kind, applies_to, percent, amount, each, max_shipping } = terms
  const things = thingsOf(applies_to, names)
  const of = (value: number | null | undefined) => (value == null ? '…' : money(value, currency))
  if (kind === 'percentage') return t('{percent} off {things}', { percent: percentText(percent), things })
  if (kind === 'amount')
    return each
      ? t('{amount} off each unit of {things}', { amount: of(amount), things })
      : t('{amount} off {things}', { amount: of(amount), things })
  if (kind === 'free_shipping') {
    const what = max_shipping ? t('Up to {amount} off shipping', { amount: of(max_shipping) }) : t('Free shipping')
    return applies_to.all && !applies_to.not_on_sale ? what : t('{what} of orders with {things}', { what, things })
  }
  return dealOf(terms, names)
}

/** What a kind gives at most in one order. */
function limitText({ kind, max_discount, times_at_most }: Terms, currency: string): string {
  if (kind === 'percentage' && max_discount)
    return t('{max_discount} at most', { max_discount: money(max_discount, currency) })
  return kind === 'buy_x_get_y' && times_at_most
    ? t('{times} an order at most', { times: timesText(times_at_most) })
    : ''
}

function dealOf({ buy, get }: Terms, names: Names): string {
  const units = (deal: Deal | null | undefined) =>
    t('{quantity} of {things}', {
      quantity: deal?.quantity === undefined ? '…' : deal.quantity,
      things: thingsOf(deal?.of ?? {}, names),
    })
  const off = get?.percent === 100 ? t('free') : t('at {percent} off', { percent: percentText(get?.percent) })
  return t('Buy {bought}, get {given} {off}', { bought: units(buy), given: units(get), off })
}

const percentText = (value: number | null | undefined) => (value == null ? '… %' : `${count(value)} %`)

/** `Shoes, tag “summer” and 2 more, except Boots`. */
export function thingsOf(choice: Choice, names: Names): string {
  const { all, except, not_on_sale } = choice
  const things = all ? t('everything') : listOf(choice, names) || '…'
  const others = except === undefined ? '' : listOf(except, names)
  return [things, others !== '' && t('except {things}', { things: others }), not_on_sale && t('unless it is on sale')]
    .filter(Boolean)
    .join(' ')
}

function listOf(choice: Omit<Choice, 'all' | 'except' | 'not_on_sale'>, names: Names): string {
  const named: string[] = []
  let others = 0
  for (const list of choiceLists) {
    for (const value of choice[list] ?? []) {
      const name = nameOf(list, value, names)
      if (name === undefined || named.length === maxNamed) others += 1
      else named.push(name)
    }
  }
  if (named.length === 0)
    return others === 0
      ? ''
      : t('{count, plural, one {# product or collection} other {# products or collections}}', { count: others })
  if (others > 0) return t('{names} and {count} more', { names: named.join(', '), count: others })
  const last = named.pop() as string
  return named.length === 0 ? last : t('{names} and {last}', { names: named.join(', '), last })
}

/** As one reads it; undefined if its name is not known. */
export function nameOf(list: ChoiceList, value: string, names: Names): string | undefined {
  if (list === 'categories') return t('all in {value}', { value })
  if (list === 'tags') return t('all tagged “{value}”', { value })
  if (list === 'brands') return t('all of {value}', { value })
  return names.get(nameKey(list, value))
}

function fromMinimum(what: string, { minimum }: Terms, currency: string): string {
  const { subtotal, quantity } = minimum ?? {}
  const worth = subtotal ? money(subtotal, currency) : undefined
  if (worth && quantity)
    return t('{what} from {worth} and {units, plural, one {# unit} other {# units}}', { what, worth, units: quantity })
  if (worth) return t('{what} from {worth}', { what, worth })
  return quantity ? t('{what} from {units, plural, one {# unit} other {# units}}', { what, units: quantity }) : what
}

function triggerOf({ code, has_codes }: Terms): string {
  if (code) return t('with the code {code}', { code })
  return has_codes ? t('with one of its codes') : t('without a code')
}

function periodOf({ starts_at, ends_at }: Terms): string {
  if (starts_at && ends_at)
    return t('from {start} until {end}', { start: momentText(starts_at), end: endText(ends_at) })
  if (starts_at) return t('from {start}', { start: momentText(starts_at) })
  return ends_at ? t('until {end}', { end: endText(ends_at) }) : ''
}

const isMidnight = (time: string) => typedTime(time).endsWith('T00:00')

function momentText(time: string): string {
  const day = dayText(time, { day: 'numeric', month: 'long', ...(isThisYear(time) ? {} : { year: 'numeric' }) })
  return isMidnight(time) ? day : `${day}, ${typedTime(time).slice(-5)}`
}

/** What ends as a day begins holds for the whole day before: its last minute. */
export function lastMoment(time: string): string {
  return isMidnight(time) ? new Date(Date.parse(time) - 60_000).toISOString() : time
}

function endText(time: string): string {
  if (!isMidnight(time)) return momentText(time)
  const lastMinute = lastMoment(time)
  return dayText(lastMinute, {
    day: 'numeric',
    month: 'long',
    ...(isThisYear(lastMinute) ? {} : { year: 'numeric' }),
  })
}

const isThisYear = (time: string) => typedTime(time).slice(0, 4) === typedTime(new Date().toISOString()).slice(0, 4)

function customersOf({ customers }: Terms): string {
  const { new_only, emails = [] } = customers ?? {}
  const count = emails.length
  if (new_only)
    return count === 0
      ? t('for new customers')
      : t('for {count, plural, one {# named customer} other {# named customers}} without an order before', { count })
  return count === 0 ? '' : t('for {count, plural, one {# named customer} other {# named customers}}', { count })
}

function timesText(times: number): string {
  return t('{times, plural, =1 {once} =2 {twice} other {# times}}', { times })
}
