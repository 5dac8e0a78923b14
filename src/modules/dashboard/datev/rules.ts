import { isInUnion } from '#src/platform/lib/vat-numbers.ts'

export const charts = ['SKR03', 'SKR04'] as const
type Chart = (typeof charts)[number]

/** Where and how a sale is taxed, as far as its revenue account depends on it. */
export const kinds = ['domestic', 'reverse_charge', 'oss', 'export'] as const
type Kind = (typeof kinds)[number]

interface RevenueAccount {
  kind: Kind
  /** Null: of both. */
  supply: 'goods' | 'services' | null
  /** Percent; null: every other rate. */
  rate: number | null
  account: string
  /** Null: the account taxes its bookings itself. */
  tax_key: string | null
}

export interface Accounts {
  revenue: RevenueAccount[]
  /** Collective account of all customers. */
  debtors: string
  /** Owed for gift cards and store credit. */
  gift_cards: string
  /** Rounding, and what no tax line names. */
  other_revenue: string
  /** By the method of a payment, or its provider. */
  payments: { method: string; account: string }[]
  other_payments: string
}

/** What a shop has said; undefined parts are those of its chart. */
export interface DatevSettings {
  chart: Chart
  advisor_number: number | null
  client_number: number | null
  /** Digits of a ledger account; those of customers have one more. */
  account_length: number
  /** Month and day, such as 01-01. */
  fiscal_year_start: string
  accounts: Partial<Accounts>
}

export const defaultSettings: DatevSettings = {
  chart: 'SKR03',
  advisor_number: null,
  client_number: null,
  account_length: 4,
  fiscal_year_start: '01-01',
  accounts: {},
}

/** Numbers of the standard charts, by what they are for. */
const numbers: Record<Chart, Record<string, string>> = {
  SKR03: {
    standard: '8400',
    reduced: '8300',
    other: '8200',
    oss: '8320',
    ossServices: '8331',
    union: '8125',
    unionServices: '8336',
    export: '8120',
    exportServices: '8338',
    bank: '1200',
    cash: '1000',
    transit: '1360',
    giftCards: '1700',
  },
  SKR04: {
    standard: '4400',
    reduced: '4300',
    other: '4200',
    oss: '4320',
    ossServices: '4331',
    union: '4125',
    unionServices: '4336',
    export: '4120',
    exportServices: '4338',
    bank: '1800',
    cash: '1600',
    transit: '1460',
    giftCards: '3500',
  },
}

const revenueRows: readonly (readonly [Kind, RevenueAccount['supply'], number | null, string])[] = [
  ['domestic', null, 19, 'standard'],
  ['domestic', null, 7, 'reduced'],
  ['domestic', null, null, 'other'],
  ['reverse_charge', 'goods', null, 'union'],
  ['reverse_charge', 'services', null, 'unionServices'],
  ['oss', 'goods', null, 'oss'],
  ['oss', 'services', null, 'ossServices'],
  ['export', 'goods', 0, 'export'],
  ['export', 'services', 0, 'exportServices'],
  ['export', null, null, 'other'],
]

/** The accounts of a chart; longer numbers have zeros at their end. */
function accountsOfChart(chart: Chart, length: number): Accounts {
  const number = (name: string) => (numbers[chart][name] ?? '').padEnd(length, '0')
  return {
    revenue: revenueRows.map(([kind, supply, rate, name]) => {
      return { kind, supply, rate, account: number(name), tax_key: null }
    }),
    debtors: '10000'.padEnd(length + 1, '0'),
    gift_cards: number('giftCards'),
    other_revenue: number('other'),
    payments: [
      { method: 'stored_value', account: number('giftCards') },
      { method: 'cash', account: number('cash') },
      { method: 'manual', account: number('bank') },
    ],
    other_payments: number('transit'),
  }
}

/** All accounts of a shop: its own rows come before those of the chart that they take the place of. */
export function accountsOf({ chart, account_length, accounts }: DatevSettings): Accounts {
  const standard = accountsOfChart(chart, account_length)
  const own = accounts.revenue ?? []
  const isSame = (one: RevenueAccount) => (other: RevenueAccount) =>
    one.kind === other.kind && one.supply === other.supply && one.rate === other.rate
  const methods = new Set((accounts.payments ?? []).map(({ method }) => method))
  return {
    ...standard,
    ...Object.fromEntries(Object.entries(accounts).filter(([, value]) => value !== undefined)),
    revenue: [...own, ...standard.revenue.filter((row) => !own.some(isSame(row)))],
    payments: [...(accounts.payments ?? []), ...standard.payments.filter(({ method }) => !methods.has(method))],
  }
}

/** Fields of accounts whose number has the wrong length, with what is wrong. */
export function accountFaults({ account_length: length, accounts }: DatevSettings) {
  const { revenue = [], payments = [], debtors, ...others } = accounts
  const ledger: [string, string | undefined][] = [
    ...revenue.map(({ account }, index): [string, string] => [`accounts.revenue[${index}].account`, account]),
    ...payments.map(({ account }, index): [string, string] => [`accounts.payments[${index}].account`, account]),
    ...Object.entries(others).map(([name, account]): [string, string] => [`accounts.${name}`, account]),
  ]
  const isWrong = ledger.filter(([, account]) => account !== undefined && account.length !== length)
  const faults = isWrong.map(([field]) => ({ field, message: `must have ${length} digits, as account_length says` }))
  if (debtors !== undefined && ![length, length + 1].includes(debtors.length)) {
    faults.push({ field: 'accounts.debtors', message: `must have ${length} or ${length + 1} digits` })
  }
  return faults
}

/** A part of a document that one booking tells of. */
export interface Part {
  kind: 'sale' | 'refund' | 'payment' | 'repayment'
  part: 'taxed' | 'gift_cards' | 'rest' | 'money'
  country: string | null
  supply: 'goods' | 'services' | null
  rate: number | null
  reason: string | null
  provider: string | null
  method: string | null
}

/** `seat`: the country of the shop. */
export function kindOf({ country, rate, reason }: Part, seat: string | null): Kind {
  if (reason === 'reverse_charge') return 'reverse_charge'
  if (country === null || country === seat) return 'domestic'
  if (!isInUnion(country)) return 'export'
  return rate ? 'oss' : 'domestic'
}

/** The account on the other side of the customers' account. */
export function contraAccount(part: Part, accounts: Accounts, seat: string | null) {
  const alone = (account: string) => ({ account, tax_key: null })
  if (part.part === 'gift_cards') return alone(accounts.gift_cards)
  if (part.part === 'rest') return alone(accounts.other_revenue)
  if (part.part === 'money') {
    const by = (name: string | null) => accounts.payments.find(({ method }) => method === name)
    return alone((by(part.method) ?? by(part.provider))?.account ?? accounts.other_payments)
  }
  const kind = kindOf(part, seat)
  const fitting = accounts.revenue.filter(
    (row) =>
      row.kind === kind &&
      (row.supply === null || row.supply === part.supply) &&
      (row.rate === null || row.rate === (part.rate ?? 0)),
  )
  const exactness = ({ rate, supply }: RevenueAccount) => (rate === null ? 0 : 2) + (supply === null ? 0 : 1)
  const [row] = fitting.toSorted((one, other) => exactness(other) - exactness(one))
  return row === undefined ? alone(accounts.other_revenue) : { account: row.account, tax_key: row.tax_key }
}

const words = { sale: 'Verkauf', refund: 'Erstattung', payment: 'Zahlung', repayment: 'Rückzahlung' } as const

/** The text of a booking, in German as the chart of accounts. */
export function textOf({ kind, part, provider, method }: Part, orderNumber: string): string {
  const what = part === 'gift_cards' ? ' Gutschein' : part === 'rest' ? ' Rest' : ''
  const how = part === 'money' ? ` ${method ?? provider ?? ''}` : ''
  return `${words[kind]}${what} ${orderNumber}${how}`.trim().slice(0, 60)
}

/** What Belegfeld 1 takes: letters, digits and some signs, 36 at most. */
export function documentOf(number: string): string {
  return number.replace(/[^A-Za-z0-9_$&%*+\-/]/g, '-').slice(0, 36)
}

/** The first day of the fiscal year in which `day` is. */
export function fiscalYearOf(day: string, start: string): string {
  const year = Number(day.slice(0, 4))
  return day.slice(5) >= start ? `${year}-${start}` : `${year - 1}-${start}`
}
