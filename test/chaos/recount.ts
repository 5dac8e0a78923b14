import type { Journal } from './journal.ts'
import type { Requests } from './requests.ts'
import type { Selling } from './selling.ts'
import type { Clients } from './shop.ts'

/** What the API says of the shop at the end, added up anew here: no sum of the service is taken for granted. */
export async function recountShop(
  { requests, shop, journal }: Pick<Clients, 'requests' | 'shop' | 'journal'>,
  selling: Selling,
): Promise<void> {
  const read = reader(requests, shop.owner)
  const orders = await Promise.all(
    (await read.all('/admin/orders')).map(async ({ id }) => ({
      order: await read.one(`/admin/orders/${id}`),
      payments: await read.all(`/admin/orders/${id}/payments`),
      papers: (await read.one(`/admin/orders/${id}/invoices`)).invoices,
    })),
  )
  const cards = await Promise.all(
    (await read.all('/admin/gift-cards')).map(({ id }) => read.one(`/admin/gift-cards/${id}`)),
  )
  const credits = await Promise.all(selling.buyers.map(({ userId }) => read.one(`/admin/users/${userId}/store-credit`)))
  for (const one of orders) {
    recountOrder(one, journal)
    recountPaid(one, journal)
    recountCards(one, cards, journal)
  }
  recountLedgers([...cards, ...credits], orders, journal)
  const owed = (await read.one('/admin/gift-cards/outstanding')) as Record<'gift_cards' | 'store_credit', Any>
  same(journal, 'outstanding gift cards are those with a balance', owed.gift_cards.balance, sum(cards.filter(isUsable)))
  same(journal, 'outstanding store credit is its balances', owed.store_credit.balance, sum(credits))
  recountNumbers(orders, journal)
  const ids = [...selling.products.map(({ id }) => id), selling.cardProductId]
  for (const stock of (await read.all('/admin/inventory')).filter(({ product_id }) => ids.includes(product_id)))
    await recountStock(read, stock, selling, orders, journal)
  journal.counts.set('orders recounted', orders.length).set('cards recounted', cards.length)
}

// biome-ignore lint/suspicious/noExplicitAny: a client reads what it needs
type Any = any
interface Recounted {
  order: Any
  payments: Any[]
  papers: Any[]
}

const cents = (amount: number) => Math.round(amount * 100)
const sum = (rows: readonly Any[], field = 'balance') => rows.reduce((total, row) => total + cents(row[field]), 0) / 100
const isUsable = ({ status }: Any) => status === 'active'

function reader(requests: Requests, headers: Record<string, string>) {
  const one = async (path: string): Promise<Any> => (await requests.insist({ method: 'GET', path, headers })).body.data
  const all = async (path: string): Promise<Any[]> => {
    const items: Any[] = []
    for (let cursor = ''; ; ) {
      const page = await one(`${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      items.push(...page.items)
      if (!page.pagination.has_more) return items
      cursor = page.pagination.next_cursor
    }
  }
  return { one, all }
}

function same(journal: Journal, promise: string, said: number, counted: number, evidence: object = {}): void {
  journal.count('sums recounted')
  if (cents(said) !== cents(counted)) journal.fault(promise, { said, counted, ...evidence })
}

function recountOrder({ order }: Recounted, journal: Journal): void {
  const { id, items, discounts } = order
  const is = (promise: string, said: number, counted: number) => same(journal, promise, said, counted, { id })
  for (const { price, quantity, total, discount, paid } of items) {
    is('a line costs its price times its units', total, price * quantity)
    is('a line is paid less its discount', paid, total - discount)
  }
  is('the subtotal is that of the lines', order.subtotal, sum(items, 'total'))
  is('the discount is that of the lines', order.discount_total, sum(items, 'discount'))
  is('the discounts add up', order.discount_total, sum(discounts, 'amount'))
  is('the taxes add up', order.tax_total, sum(order.tax_lines, 'amount'))
  const net =
    order.subtotal - order.discount_total + order.shipping_total + order.payment_fee_total + order.rounding_total
  is('the total adds up', order.total, order.tax_included ? net : net + order.tax_total)
}

/** Money that came less money that went is what the order says. */
function recountPaid({ order, payments }: Recounted, journal: Journal): void {
  const { id, refunds } = order
  const came = payments.filter(
    ({ status }) => status === 'succeeded' || status === 'refunded' || status === 'refunding',
  )
  const given = refunds.filter(({ status }: Any) => status !== 'failed')
  const parts = given.flatMap((refund: Any) => refund.parts)
  // Money that came too late, twice, or for an order that was never paid in full went back without a refund.
  const restored = came.filter(
    (payment) => payment.status === 'refunded' && parts.every((part: Any) => part.payment_id !== payment.id),
  )
  const kept = came.filter((payment) => !restored.includes(payment))
  // An edit lowers the total at once, also while the provider refuses what it gives back.
  const edited = refunds.filter(({ edit }: Any) => edit)
  const refunded = given.filter(({ edit }: Any) => !edit)
  const paid = sum(kept, 'amount') - sum(edited, 'amount')
  const is = (promise: string, said: number, counted: number) =>
    same(journal, promise, said, counted, { id, payments, refunds })
  const both = order.amount_paid - paid
  is('an order gave back what its refunds say', order.refunded_total - both, sum(refunded, 'amount'))
  if (cents(both) < 0 || cents(both) > cents(sum(restored, 'amount')))
    journal.fault('an order is paid what its payments brought', { id, payments, refunds, said: order.amount_paid })
  const due = order.status === 'cancelled' ? 0 : order.total - order.amount_paid
  is('what is due is what is not paid', order.amount_due, due)
  for (const refund of given) {
    if (refund.parts.length > 0) is('a refund is its parts', refund.amount, sum(refund.parts, 'amount'))
  }
  for (const payment of kept) {
    const back = parts.filter((part: Any) => part.payment_id === payment.id)
    const isAll = cents(sum(back, 'amount')) === cents(payment.amount)
    if (sum(back, 'amount') > payment.amount || (payment.status === 'refunded') !== (isAll && payment.amount > 0))
      journal.fault('a payment gives back what it brought at most, and is refunded when it gave all', { payment, back })
  }
}

/** A unit of a paid order that is a gift card was issued once. */
function recountCards({ order }: Recounted, cards: readonly Any[], journal: Journal): void {
  const ofOrder = cards.filter(({ order_id }) => order_id === order.id)
  const lines = order.items.filter(({ gift_card }: Any) => gift_card)
  const units = lines.reduce((all: number, { quantity }: Any) => all + quantity, 0)
  const evidence = { id: order.id, units }
  same(journal, 'each bought card was issued once', ofOrder.length, order.paid_at === null ? 0 : units, evidence)
}

function recountLedgers(accounts: readonly Any[], orders: readonly Recounted[], journal: Journal): void {
  for (const { id, balance, ledger } of accounts) {
    same(journal, 'a balance is the sum of its ledger', balance, sum(ledger, 'amount'), { id, ledger })
    if (balance < 0) journal.fault('no balance is below nothing', { id, balance })
    const numbers = ledger.map(({ number }: Any) => number).sort((a: number, b: number) => a - b)
    if (numbers.some((number: number, index: number) => number !== index + 1))
      journal.fault('a ledger is numbered without a gap', { id, numbers })
  }
  const entries = accounts.flatMap(({ ledger }) => ledger)
  for (const { order, payments } of orders) {
    const own = entries.filter(({ order_id }) => order_id === order.id)
    const took = -sum(
      own.filter(({ kind }: Any) => kind === 'paid'),
      'amount',
    )
    const by = payments.filter(
      ({ method, status }) => (method === 'gift_card' || method === 'store_credit') && status !== 'failed',
    )
    same(journal, 'stored value paid what the ledgers took', sum(by, 'amount'), took, { id: order.id, own, by })
  }
}

/** Numbers have no gap, and a paper of an order that was refunded names the paper it corrects. */
function recountNumbers(orders: readonly Recounted[], journal: Journal): void {
  const papers = orders.flatMap((one) => one.papers)
  journal.counts.set('papers recounted', papers.length)
  for (const type of ['invoice', 'credit_note']) {
    const numbers = papers.filter((paper) => paper.type === type).map(({ number }) => Number(/\d+$/.exec(number)?.[0]))
    const sorted = numbers.sort((a, b) => a - b)
    if (sorted.some((number, index) => number !== (sorted[0] ?? 0) + index))
      journal.fault('papers are numbered without a gap', { type, sorted })
  }
}

/** On hand is what was there less what was sent and what came back; nothing is held for orders that have ended. */
async function recountStock(
  read: ReturnType<typeof reader>,
  stock: Any,
  { openingStock }: Selling,
  orders: readonly Recounted[],
  journal: Journal,
): Promise<void> {
  const { product_id: productId } = stock
  const movements = await read.all(`/admin/inventory/${productId}/movements`)
  const total = (field: string, of: readonly Any[] = movements) =>
    of.reduce((all: number, movement) => all + movement[field], 0)
  const is = (promise: string, said: number, counted: number) => same(journal, promise, said, counted, { productId })
  is('on hand is its ledger', stock.on_hand, total('on_hand_change'))
  is('reserved is its ledger', stock.reserved, total('reserved_change'))
  const byOrder = Map.groupBy(movements, ({ order_id }) => order_id)
  let [sent, back] = [0, 0]
  for (const { order } of orders) {
    const lines = order.items.filter(({ product_id }: Any) => product_id === productId)
    const own = byOrder.get(order.id) ?? []
    const units = (field: string) => lines.reduce((all: number, line: Any) => all + line[field], 0)
    const held = total('reserved_change', own)
    const returned = total(
      'on_hand_change',
      own.filter(({ type }) => type === 'refund_returned'),
    )
    const isOpen = ['pending', 'paid', 'processing'].includes(order.status)
    const [most, least] = [
      units('quantity') - units('quantity_fulfilled'),
      units('quantity') - units('quantity_fulfilled') - units('quantity_refunded'),
    ]
    if (isOpen ? held > most || held < Math.max(0, least) : held !== 0)
      journal.fault('an order holds what is neither sent nor cancelled', { id: order.id, productId, held, most, least })
    if (returned > Math.min(units('quantity_fulfilled'), units('quantity_refunded')))
      journal.fault('no more comes back than was sent and refunded', { id: order.id, productId, returned })
    sent += units('quantity_fulfilled')
    back += returned
  }
  is('what left the shop was sent in orders', openingStock - sent + back, stock.on_hand)
}
