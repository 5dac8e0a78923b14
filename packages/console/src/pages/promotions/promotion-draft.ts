import { readAmount } from '#console/lib/amounts.ts'
import { typedAmount } from '#console/lib/format.ts'
import { readTime, typedTime } from '#console/lib/shop-time.ts'
import { t } from '#console/lib/text.ts'
import type { Promotion, PromotionBody } from './promotion-data.ts'
import { type Choice, type ChoiceList, choiceLists, type Terms } from './promotion-sentence.ts'

export type Kind = Promotion['kind']

export const kindTexts: Record<Kind, string> = {
  percentage: t('Percentage off'),
  amount: t('Amount off'),
  free_shipping: t('Free shipping'),
  buy_x_get_y: t('Buy some, get some'),
}

/** One thing that a promotion is for, or not for. */
export interface Named {
  list: ChoiceList
  value: string
}

export interface ChoiceDraft {
  all: boolean
  items: readonly Named[]
  except: readonly Named[]
  notOnSale: boolean
}

/** A promotion as it is typed: values are texts until they are read. */
export interface Draft {
  name: string
  kind: Kind
  code: string
  public: boolean
  percent: string
  amount: string
  each: boolean
  max_discount: string
  max_shipping: string
  applies_to: ChoiceDraft
  buy_quantity: string
  buy_of: ChoiceDraft
  get_quantity: string
  get_of: ChoiceDraft
  get_percent: string
  times_at_most: string
  min_subtotal: string
  min_quantity: string
  new_only: boolean
  emails: string
  usage_limit: string
  per_customer_limit: string
  starts_at: string
  ends_at: string
  combines: boolean
  priority: string
}

export type TextField = { [Key in keyof Draft]: Draft[Key] extends string ? Key : never }[keyof Draft]

const everything: ChoiceDraft = { all: true, items: [], except: [], notOnSale: false }

export function draftOf(promotion: Promotion | undefined, currency: string): Draft {
  const amount = (value: number | null | undefined) => (value == null ? '' : typedAmount(value, currency))
  const text = (value: number | null | undefined) => (value == null ? '' : String(value))
  const time = (value: string | null | undefined) => (value == null ? '' : typedTime(value))
  return {
    name: promotion?.name ?? '',
    kind: promotion?.kind ?? 'percentage',
    code: promotion?.code ?? '',
    public: promotion?.public ?? false,
    percent: text(promotion?.percent),
    amount: amount(promotion?.amount),
    each: promotion?.each ?? false,
    max_discount: amount(promotion?.max_discount),
    max_shipping: amount(promotion?.max_shipping),
    applies_to: choiceDraft(promotion?.applies_to),
    buy_quantity: text(promotion?.buy?.quantity ?? 2),
    buy_of: choiceDraft(promotion?.buy?.of),
    get_quantity: text(promotion?.get?.quantity ?? 1),
    get_of: choiceDraft(promotion?.get?.of),
    get_percent: text(promotion?.get?.percent ?? 100),
    times_at_most: text(promotion?.times_at_most),
    min_subtotal: amount(promotion?.minimum?.subtotal),
    min_quantity: text(promotion?.minimum?.quantity),
    new_only: promotion?.customers?.new_only ?? false,
    emails: (promotion?.customers?.emails ?? []).join('\n'),
    usage_limit: text(promotion?.usage_limit),
    per_customer_limit: text(promotion?.per_customer_limit),
    starts_at: time(promotion?.starts_at),
    ends_at: time(promotion?.ends_at),
    combines: promotion?.combines ?? false,
    priority: text(promotion?.priority ?? 0),
  }
}

function choiceDraft(choice: Choice | undefined): ChoiceDraft {
  if (choice === undefined) return everything
  return {
    all: choice.all === true,
    items: namedOf(choice),
    except: namedOf(choice.except ?? {}),
    notOnSale: choice.not_on_sale === true,
  }
}

function namedOf(choice: Omit<Choice, 'all' | 'except' | 'not_on_sale'>): Named[] {
  return choiceLists.flatMap((list) => (choice[list] ?? []).map((value) => ({ list, value })))
}

/** As the service takes it. */
export function choiceOf({ all, items, except, notOnSale }: ChoiceDraft) {
  return {
    ...(all ? { all: true as const } : listsOf(items)),
    ...(except.length > 0 && { except: listsOf(except) }),
    ...(notOnSale && { not_on_sale: true }),
  }
}

function listsOf(items: readonly Named[]): Partial<Record<ChoiceList, string[]>> {
  const lists: Partial<Record<ChoiceList, string[]>> = {}
  for (const { list, value } of items) lists[list] = [...(lists[list] ?? []), value]
  return lists
}

/** What is typed so far. Numbers that are none, or none yet, are undefined. */
export function termsOf(draft: Draft, currency: string, hasCodes: boolean): Terms {
  const amount = (text: string) => readAmount(text, currency)?.amount
  const [subtotal, quantity] = [amount(draft.min_subtotal), numberOf(draft.min_quantity)]
  const emails = emailsOf(draft.emails)
  return {
    kind: draft.kind,
    code: draft.code.trim().toUpperCase() || null,
    has_codes: hasCodes,
    percent: numberOf(draft.percent),
    amount: amount(draft.amount),
    each: draft.each,
    max_discount: amount(draft.max_discount),
    max_shipping: amount(draft.max_shipping),
    applies_to: choiceOf(draft.applies_to),
    buy: { quantity: numberOf(draft.buy_quantity), of: choiceOf(draft.buy_of) },
    get: {
      quantity: numberOf(draft.get_quantity),
      of: choiceOf(draft.get_of),
      percent: numberOf(draft.get_percent),
    },
    times_at_most: numberOf(draft.times_at_most),
    minimum: { ...(subtotal !== undefined && { subtotal }), ...(quantity !== undefined && { quantity }) },
    customers: { ...(draft.new_only && { new_only: true }), ...(emails.length > 0 && { emails }) },
    usage_limit: numberOf(draft.usage_limit),
    per_customer_limit: numberOf(draft.per_customer_limit),
    starts_at: readTime(draft.starts_at) ?? null,
    ends_at: readTime(draft.ends_at) ?? null,
    combines: draft.combines,
  }
}

/** As a person writes it: `12,5` too. */
function numberOf(text: string): number | undefined {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || Number.isNaN(number) ? undefined : number
}

const emailsOf = (text: string) => text.split(/[\s,;]+/).filter((email) => email !== '')

/** What is sent. `before` has what this form does not know of, so that a kind that was left takes its fields along. */
export function bodyOf(draft: Draft, currency: string): PromotionBody {
  const terms = termsOf(draft, currency, false)
  const orNull = <Value>(value: Value | null | undefined) => value ?? null
  const filled = <Value extends object>(value: Value | null | undefined) =>
    value == null || Object.keys(value).length === 0 ? null : value
  return {
    name: draft.name.trim(),
    kind: draft.kind,
    code: terms.code ?? null,
    public: draft.public && draft.code.trim() !== '',
    ...ofKind(terms),
    applies_to: draft.kind === 'buy_x_get_y' ? { all: true } : choiceOf(draft.applies_to),
    minimum: filled(terms.minimum),
    customers: filled(terms.customers),
    usage_limit: orNull(terms.usage_limit),
    per_customer_limit: orNull(terms.per_customer_limit),
    starts_at: orNull(terms.starts_at),
    ends_at: orNull(terms.ends_at),
    combines: draft.combines,
    priority: numberOf(draft.priority) ?? 0,
  }
}

function ofKind({ kind, percent, amount, each, max_discount, max_shipping, buy, get, times_at_most }: Terms) {
  switch (kind) {
    case 'percentage':
      return { percent: percent ?? null, max_discount: max_discount ?? null }
    case 'amount':
      return { amount: amount ?? null, each: each ?? false }
    case 'free_shipping':
      return { max_shipping: max_shipping ?? null }
    case 'buy_x_get_y':
      return {
        buy: { quantity: buy?.quantity ?? 0, of: (buy?.of ?? {}) as ReturnType<typeof choiceOf> },
        get: {
          quantity: get?.quantity ?? 0,
          of: (get?.of ?? {}) as ReturnType<typeof choiceOf>,
          ...(get?.percent !== undefined && { percent: get.percent }),
        },
        times_at_most: times_at_most ?? null,
      }
  }
}
