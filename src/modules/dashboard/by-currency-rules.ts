import type { Selling } from './currency-rules.ts'

/** Which figures of a shop are of the chosen currency, by its rollups and by its orders in other ones. */

const counts = ['pending', 'paid', 'processing', 'completed', 'cancelled'] as const
const money = ['paid_orders', 'revenue_minor', 'refunded_minor', 'tax_minor', 'shipping_minor'] as const

type Sold = Record<(typeof counts)[number] | (typeof money)[number], number>
interface Place {
  earlier: boolean
  bucket: number | null
}

/**
 * The rollups count orders of all currencies, and have the money of the shop's own: so for that one, the others' orders
 * are taken off. For another one, all but what is sold stays.
 */
export function figuresIn<Row extends Sold & Place>(
  rows: readonly Row[],
  elsewhere: readonly (Sold & Place & { currency: string })[],
  { which, currency }: Selling,
  nothing: Omit<Row, keyof Place>,
): Row[] {
  const placeOf = ({ earlier, bucket }: Place) => `${earlier} ${bucket}`
  const found = new Map<string, Row>()
  for (const row of rows) found.set(placeOf(row), which === 'own' ? { ...row } : { ...row, ...noneSold })
  for (const row of elsewhere) {
    const { earlier, bucket } = row
    const into = found.get(placeOf(row)) ?? ({ ...nothing, earlier, bucket } as Row)
    found.set(placeOf(row), into)
    if (which === 'own') for (const name of counts) into[name] = (into[name] - row[name]) as Row[typeof name]
    else if (row.currency === currency)
      for (const name of [...counts, ...money]) into[name] = row[name] as Row[typeof name]
  }
  return [...found.values()]
}

const noneSold = Object.fromEntries([...counts, ...money].map((name) => [name, 0])) as Sold

interface Discount {
  promotion_id: string
  orders: number
  amount_minor: number
  shipping_minor: number
}

/** The same of discounts, whose rollup has the uses and the minor units of all currencies. */
export function discountsIn<Given extends Discount>(
  rows: readonly Given[],
  elsewhere: readonly (Given & { currency: string })[],
  { which, currency }: Selling,
): Given[] {
  if (which !== 'own') return elsewhere.filter((row) => row.currency === currency)
  const others = Map.groupBy(elsewhere, ({ promotion_id }) => promotion_id)
  return rows
    .map((row) => {
      const taken = others.get(row.promotion_id) ?? []
      const less = (name: 'orders' | 'amount_minor' | 'shipping_minor') =>
        taken.reduce((left, other) => left - other[name], row[name])
      return {
        ...row,
        orders: less('orders'),
        amount_minor: less('amount_minor'),
        shipping_minor: less('shipping_minor'),
      }
    })
    .filter(({ orders }) => orders > 0)
    .toSorted((one, other) => sumOf(other) - sumOf(one))
}

const sumOf = ({ amount_minor, shipping_minor }: Discount) => amount_minor + shipping_minor
