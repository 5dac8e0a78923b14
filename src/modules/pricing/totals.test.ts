import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { currencyDecimals } from '#src/platform/lib/money.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeShopper, setOrderLimits, type TestShopper } from '#test/support/orders.ts'
import { makeProducts, type TestProduct } from '#test/support/products.ts'
import { berlin, london, makeShippingMethod, setSelling, setTaxRates } from '#test/support/selling.ts'
import { differences } from '#test/upgrade/recount.ts'
import type { PricedLine } from './taxed-goods-rules.ts'
import { totalsOf } from './total-rules.ts'

const classes = ['standard', 'reduced', 'shipping', 'none']

const rate = fc.record({
  country: fc.constantFrom('GB', 'DE'),
  region: fc.constantFrom(null, 'Bavaria'),
  postal_codes: fc.constant(null),
  compound: fc.constant(false),
  tax_class: fc.constantFrom(...classes),
  name: fc.constantFrom('VAT', 'GST'),
  rate: fc.oneof(
    fc.constantFrom(0, 5, 19, 20, 100),
    fc.integer({ min: 1, max: 1_000_000 }).map((units) => units / 10_000),
  ),
})
const rates = fc.uniqueArray(rate, {
  maxLength: 8,
  selector: ({ country, region, tax_class }) => `${country} ${region} ${tax_class}`,
})
const place = fc.option(
  fc.record({ country: fc.constantFrom('GB', 'DE', 'FR'), region: fc.constantFrom(null, 'bavaria ', 'Hesse') }),
  { nil: undefined },
)

/** Half up in whole numbers, as an accountant would recount it. */
function recounted(taxable: number, percent: number, included: boolean, unit = 1): number {
  const units = BigInt(Math.round(percent * 10_000))
  const [over, under] = [BigInt(taxable) * units, (1_000_000n + (included ? units : 0n)) * BigInt(unit)]
  return unit * Number(over / under + (2n * (over % under) >= under ? 1n : 0n))
}

describe('the totals of an order', () => {
  it('add up from their parts, and each tax line from what it taxes', () => {
    const line = fc.record<PricedLine>({
      price_minor: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 2_500_000 })),
      quantity: fc.integer({ min: 1, max: 20 }),
      requires_shipping: fc.boolean(),
      weight_grams: fc.option(fc.integer({ min: 0, max: 5_000 })),
      tax_class: fc.constantFrom(...classes),
    })
    const shipping = fc.integer({ min: 0, max: 100_000 })
    const currency = fc.constantFrom('JPY', 'GBP', 'KWD')
    const lines = fc.array(line, { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(
        lines,
        shipping,
        rates,
        place,
        fc.boolean(),
        currency,
        fc.constantFrom(1, 10, 100),
        (some, ofShipping, rates, place, included, currency, unit) => {
          const lines = some.map((line) => ({ ...line, price_minor: line.price_minor - (line.price_minor % unit) }))
          const shipping = ofShipping - (ofShipping % unit)
          const totals = totalsOf(lines, shipping, { rates, place, included }, currency, unit)
          const amounts = [...lines.map((line) => line.price_minor * line.quantity), shipping]
          const taxLines = totals.tax_lines ?? []
          assert.equal(totals.subtotal_minor, sum(amounts.slice(0, -1)))
          assert.equal(totals.tax_total_minor, sum(taxLines.map((line) => line.amount_minor)))
          const charged = totals.subtotal_minor + shipping + (included ? 0 : totals.tax_total_minor)
          assert.equal(totals.total_minor, charged)
          assert.equal(totals.total_minor % unit, 0)
          const lineOf = [...totals.taxLineOf, totals.shipping_tax_line]
          for (const [index, { rate, taxable_minor, amount_minor }] of taxLines.entries()) {
            assert.equal(taxable_minor, sum(amounts.filter((_, part) => lineOf[part] === index)))
            assert.equal(amount_minor, recounted(taxable_minor, rate, included, included ? 1 : unit))
            assert.ok(!included || amount_minor <= taxable_minor)
          }
          assert.equal(new Set(taxLines.map(({ name, rate }) => `${name} ${rate}`)).size, taxLines.length)
        },
      ),
      { numRuns: 5_000 },
    )
  })
})

describeService('a quote and its order', ({ service }) => {
  for (const [currency, runs] of [
    ['JPY', 40],
    ['GBP', 40],
    ['KWD', 40],
  ] as const)
    it(`have the same totals and refusals with random carts, rates and addresses, in ${currency}`, async (t) => {
      const shop = await sellingShop(currency)
      const counts: Record<string, number> = {}
      await fc.assert(
        fc.asyncProperty(cases(currency), async (world) => {
          const outcome = await compare(shop, world)
          counts[outcome] = (counts[outcome] ?? 0) + 1
        }),
        { numRuns: runs, endOnFailure: true },
      )
      t.diagnostic(JSON.stringify(counts))
      assert.ok((counts['201'] ?? 0) > runs / 3, 'most of them are orders')
      const found = Object.entries(await differences(service.databaseUrl))
      assert.deepEqual(
        found.filter(([name]) => name.startsWith('orders:')),
        [],
      )
    })

  interface SellingShop {
    merchant: TestMerchant
    shopper: TestShopper
    products: TestProduct[]
  }

  async function sellingShop(currency: string): Promise<SellingShop> {
    const merchant = await makeMerchant(service, { currency })
    await setOrderLimits(service, merchant, {
      max_open_orders_per_user: 10_000,
      max_unpaid_units_per_address: 1_000_000,
    })
    const unit = 10 ** -currencyDecimals(currency)
    const products = await makeProducts(
      service,
      merchant,
      Array.from({ length: 12 }, (_, index) => ({
        price: Number((((index * 733) % 1999) * unit).toFixed(currencyDecimals(currency))),
        onHand: 1_000,
        requiresShipping: index % 4 !== 3,
        weightGrams: index % 3 === 0 ? null : index * 50,
        taxClass: classes[index % classes.length] as string,
      })),
    )
    return { merchant, products, shopper: await makeShopper(service, merchant) }
  }

  function cases(currency: string) {
    const amount = fc
      .integer({ min: 0, max: 3_000 })
      .map((minor) => Number((minor / 10 ** currencyDecimals(currency)).toFixed(currencyDecimals(currency))))
    const method = fc.record({
      countries: fc.constantFrom<string[] | null>(null, ['GB'], ['GB', 'DE']),
      price: amount,
      freeFrom: fc.option(amount),
      maxWeight: fc.option(fc.integer({ min: 100, max: 2_000 })),
    })
    const address = fc.constantFrom(undefined, london, london, { ...berlin, region: 'Bavaria' }, berlin)
    return fc.record({
      settings: fc.record({ prices_include_tax: fc.boolean(), shipping_required: fc.boolean() }),
      rates,
      methods: fc.array(method, { minLength: 1, maxLength: 4 }),
      lines: fc.array(fc.record({ product: fc.nat(11), quantity: fc.integer({ min: 1, max: 4 }) }), {
        minLength: 1,
        maxLength: 5,
      }),
      shipping_address: address,
      billing_address: address,
      /** Which of the options is taken, or of all methods; undefined: none. */
      takes: fc.option(fc.record({ option: fc.nat(3), any: fc.constantFrom(false, false, false, true) }), {
        nil: undefined,
      }),
    })
  }

  type World = ReturnType<typeof cases> extends fc.Arbitrary<infer T> ? T : never

  async function compare({ merchant, shopper, products }: SellingShop, world: World): Promise<string> {
    const { settings, methods, lines, shipping_address, billing_address, takes } = world
    await service.deps.db.deleteFrom('shipping_methods').where('merchant_id', '=', merchant.id).execute()
    const ids: string[] = []
    for (const method of methods) ids.push(await makeShippingMethod(service, merchant, method))
    const table = world.rates.map(({ tax_class: taxClass, ...row }) => ({ ...row, taxClass }))
    await setTaxRates(service, merchant, table)
    await setSelling(service, merchant, settings)
    const items = lines.map(({ product, quantity }) => ({ product_id: products[product]?.id, quantity }))
    const addresses = { shipping_address, billing_address }

    const looked = await shopper.quote(items, addresses)
    const options: string[] = looked.body.data?.shipping_options.map(({ id }: { id: string }) => id) ?? []
    const chosen = takes && (takes.any ? ids : options)[takes.option % (takes.any ? ids : options).length]
    const body = { ...addresses, shipping_method_id: chosen }
    const quote = chosen === undefined ? looked : await shopper.quote(items, body)
    if (quote.status !== 200) {
      const order = await shopper.order(items, body)
      assert.deepEqual([order.status, order.body.error.code], [quote.status, quote.body.error.code])
      return String(quote.status)
    }
    const { data } = quote.body
    checkSums(data)
    assert.deepEqual(
      options,
      data.shipping_options.map(({ id }: { id: string }) => id),
      'the choice changes no option',
    )
    const prices = data.shipping_options.map(({ price }: { price: number }) => price)
    assert.deepEqual(
      prices,
      prices.toSorted((a: number, b: number) => a - b),
    )
    const expected = data.expected_total === null ? {} : { expected_total: data.expected_total }
    const order = await shopper.order(items, { ...body, ...expected })
    if (data.expected_total === null) {
      assert.deepEqual([order.status, order.body.error?.details[0].field], [400, 'shipping_method_id'])
      return 'no method'
    }
    assert.equal(order.status, 201, JSON.stringify(order.body))
    const { expected_total, shipping_options, items: quoted, ...charge } = data
    assert.equal(order.body.data.total, expected_total)
    assert.deepEqual({ ...order.body.data, ...charge }, order.body.data)
    checkSums(order.body.data)
    return '201'
  }

  function checkSums(charge: Charge): void {
    const minor = (amount: number) => {
      const scaled = amount * 10 ** currencyDecimals(charge.currency)
      assert.ok(Math.abs(scaled - Math.round(scaled)) < 1e-6, `${amount} has more decimals than ${charge.currency}`)
      return Math.round(scaled)
    }
    const total = minor(charge.total)
    const tax = minor(charge.tax_total)
    assert.equal(sum(charge.items.map((item) => minor(item.total))), minor(charge.subtotal))
    assert.equal(total, minor(charge.subtotal) + minor(charge.shipping_total) + (charge.tax_included ? 0 : tax))
    assert.equal(sum(charge.tax_lines.map((line) => minor(line.amount))), tax)
    for (const { taxable, rate, amount } of charge.tax_lines)
      assert.equal(minor(amount), recounted(minor(taxable), rate, charge.tax_included))
  }
})

interface Charge {
  currency: string
  items: { total: number }[]
  subtotal: number
  shipping_total: number
  tax_total: number
  tax_included: boolean
  tax_lines: { taxable: number; rate: number; amount: number }[]
  total: number
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
