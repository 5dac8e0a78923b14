import { binary } from './bytes.ts'
import { reserveAvailable } from './catalog.ts'
import { makeLargeOrders, makeWelcomeCode, recordUses } from './discounts.ts'
import { giftCardProduct, grantCard, grantCredit, issueCards, payWithCard, sellGiftCards } from './gift-cards.ts'
import { person } from './people.ts'
import { methodFor, type Span } from './plan-orders.ts'
import { pay, placeOrder, recordTransfer, send } from './sales.ts'
import { audit, needed, now, put, type Shop, type Step } from './shop.ts'
import { type Buyer, becomeCustomer } from './shoppers.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Numbers of these orders and their buyers: beyond those of all others. */
const first = 5_000

/** Plans promotions, gift cards, store credit, orders by phone and invoices. */
export function planSelling({ days, opens, ends }: Span): Step[] {
  return [
    { at: opens + 35 * minute, act: setInvoices },
    { at: opens + 3 * day, act: makeWelcomeCode },
    { at: opens + 12 * day, act: makeLargeOrders },
    { at: opens + 2 * day, act: sellGiftCards },
    ...Array.from({ length: Math.floor((days - 4) / 3) }, (_, n) => planCard(n, opens + (3 * n + 3) * day + 9 * hour)),
    ...Array.from({ length: Math.floor((days - 9) / 4) }, (_, n) =>
      planSpent(n, opens + (4 * n + 7) * day + 11 * hour),
    ),
    { at: ends - 9 * day, act: (shop) => grantCard(shop, 'Prize of the raffle') },
    { at: ends - 6 * day, act: (shop) => grantCredit(shop, anyMember(shop), 'A parcel came late') },
    ...[8, 4].map((ago, n) => planPhoneOrder(n, ends - ago * day + n * 97 * minute, true)),
    planPhoneOrder(2, ends - 5 * hour, false),
    { at: ends - 1, act: recordUses },
  ]
}

function guest(n: number): Buyer {
  return { who: person(first + n), isGuest: true }
}

function methodOf({ who }: Buyer): string {
  return methodFor(who.address.country, 0)
}

/** Somebody buys a gift card, or two. */
function planCard(n: number, at: number): Step {
  return {
    at,
    act(shop) {
      const buyer = guest(n)
      placeOrder(shop, first + n, buyer, 'tracked', [{ product: giftCardProduct(shop), quantity: n % 3 === 2 ? 2 : 1 }])
      becomeCustomer(shop, buyer)
      const sale = needed(shop.sales.get(first + n))
      pay(shop, sale, 'test_success')
      issueCards(shop, sale, buyer.who.email)
      send(shop, sale, 'all')
    },
  }
}

/** Somebody pays with a gift card. */
function planSpent(n: number, at: number): Step {
  return {
    at,
    act(shop) {
      const buyer = guest(100 + n)
      const goods = shop.goods.findIndex(({ price_minor }, at) => price_minor < 2_000 && at > 7 * n)
      placeOrder(shop, first + 100 + n, buyer, methodOf(buyer), reserveAvailable(shop, [{ goods, quantity: 1 }]))
      becomeCustomer(shop, buyer)
      const sale = needed(shop.sales.get(first + 100 + n))
      if (!payWithCard(shop, sale)) pay(shop, sale, 'test_success')
    },
  }
}

/** The manager takes an order by phone; it is paid by bank transfer, or still waits for its payment by a link. */
function planPhoneOrder(n: number, at: number, isPaid: boolean): Step {
  return {
    at,
    act(shop) {
      const buyer = guest(200 + n)
      const terms = isPaid ? null : needed(shop.transfer)
      const staff = { note: 'Ordered by phone', expiresAt: new Date(shop.nowMs + 7 * day), terms }
      placeOrder(
        shop,
        first + 200 + n,
        buyer,
        methodOf(buyer),
        reserveAvailable(shop, [{ goods: 5 + n, quantity: 6 }]),
        staff,
      )
      becomeCustomer(shop, buyer)
      const sale = needed(shop.sales.get(first + 200 + n))
      const { id: order_id, total_minor, currency } = sale.order
      audit(shop, 'manager', 'order.created', order_id, { total: [null, shop.service.toMajor(total_minor, currency)] })
      if (isPaid) return recordTransfer(shop, sale, `Bank transfer ${4_900 + n}`)
      put(shop, 'payment_links', {
        merchant_id: shop.merchantId,
        token_hash: binary(shop.service.newPayToken(shop.merchantId).hash),
        order_id,
        expires_at: staff.expiresAt,
        created_at: now(shop),
      })
      audit(shop, 'manager', 'order.payment_link_created', order_id)
    },
  }
}

/** A customer with an account. */
function anyMember(shop: Shop): string {
  const members = [...shop.sales.values()].filter(({ order }) => order.email === null)
  return needed(members[0]).order.user_id
}

/** Invoices are made of what is paid by bank transfer: test payments take no number. */
function setInvoices(shop: Shop): void {
  const invoices = {
    prefix: 'INV-',
    seller_name: 'The demo shop',
    vat_id: 'GB999999973',
    tax_number: null,
    notes: null,
    seller_address: {
      line1: '1 Market Street',
      line2: null,
      city: 'London',
      region: null,
      postal_code: 'SE1 9AA',
      country: 'GB',
    },
    issue_on: 'paid',
    next_number: 1,
    next_credit_note_number: 1,
    tax_currency: null,
  }
  Object.assign(needed(shop.tables.get('merchant_settings')?.[0]), { invoices })
  const { prefix, seller_name, vat_id, issue_on } = invoices
  const changes = Object.entries({ prefix, seller_name, vat_id, issue_on }).map(([name, value]) => [
    `invoices.${name}`,
    value,
  ])
  audit(shop, 'owner', 'settings.updated', shop.merchantId, shop.service.changesOf(null, Object.fromEntries(changes)))
}
