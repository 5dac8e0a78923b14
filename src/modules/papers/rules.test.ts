import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Amounts, calculate, hasTwoDecimals, isOfTwoDecimals, type Part } from './rules.ts'

const nowhere = { goods: false, services: false }
const part = (more: Partial<Part>): Part => ({
  kind: 'item',
  name: 'Mug',
  sku: 'MUG',
  quantity: 1,
  amountMinor: 0,
  discountMinor: 0,
  taxes: [],
  requiresShipping: true,
  ...more,
})
const amounts = (more: Partial<Amounts>): Amounts => ({
  currency: 'EUR',
  totalMinor: 0,
  roundingMinor: 0,
  paidMinor: 0,
  taxIncluded: true,
  taxes: [],
  parts: [],
  outside: nowhere,
  exemption: null,
  hasVatId: true,
  locale: 'en',
  ...more,
})
const vat = (rate: number, taxable_minor: number, amount_minor: number) => ({
  name: 'VAT',
  rate,
  taxable_minor,
  amount_minor,
})

test('the worked order with 7 off: nets, discounts and taxes as printed', () => {
  const invoice = calculate(
    amounts({
      totalMinor: 5_635 + 495,
      taxes: [vat(20, 2_666 + 495, 527), vat(7, 2_969, 194)],
      parts: [
        part({ name: 'A', quantity: 3, amountMinor: 2_666, discountMinor: 331, taxes: [0] }),
        part({ name: 'B', amountMinor: 4, discountMinor: 1, taxes: [1] }),
        part({ name: 'C', amountMinor: 2_965, discountMinor: 368, taxes: [1] }),
        part({ kind: 'shipping', name: 'Shipping', sku: null, amountMinor: 495, taxes: [0] }),
      ],
    }),
  )
  assert.deepEqual(
    invoice.lines.map(({ name, price, discount, net }) => [name, price, discount, net]),
    [
      ['A', '8.3267', 276, 2_222],
      ['B', '0.05', 1, 4],
      ['C', '31.15', 344, 2_771],
    ],
  )
  assert.deepEqual(
    invoice.charges.map(({ net }) => net),
    [412],
  )
  assert.deepEqual(
    invoice.taxes.map(({ category, rate, taxable, tax }) => [category, rate, taxable, tax]),
    [
      ['S', 20, 2_634, 527],
      ['S', 7, 2_775, 194],
    ],
  )
  const { lines, charges, net, tax, gross, due } = invoice.totals
  assert.deepEqual(
    { lines, charges, net, tax, gross, due },
    {
      lines: 4_997,
      charges: 412,
      net: 5_409,
      tax: 721,
      gross: 6_130,
      due: 6_130,
    },
  )
})

/** Rates, and lines of each in minor units. */
const draft = fc.record({
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
  included: fc.boolean(),
  terms: fc.record({
    outside: fc.record({ goods: fc.boolean(), services: fc.boolean() }),
    exemption: fc.constantFrom(null, 'small business'),
    hasVatId: fc.boolean(),
  }),
  isReversed: fc.boolean(),
  rates: fc.uniqueArray(fc.constantFrom(0, 5.5, 7, 19, 20, 25), { minLength: 1, maxLength: 4 }),
  lines: fc.array(
    fc.record({
      tax: fc.nat(4),
      requiresShipping: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 7 }),
      price: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 200_000 })),
      discount: fc.integer({ min: 0, max: 100 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  shipping: fc.nat(2_000),
})

test('any invoice sums exactly: BR-CO-10, 13, 14, 15, the net of each category, and one reason for it', () => {
  fc.assert(
    fc.property(draft, ({ currency, included, terms, isReversed, rates, lines, shipping }) => {
      const parts = lines.map(({ tax, requiresShipping, quantity, price, discount }, index) => {
        const whole = price * quantity
        const discountMinor = Math.floor((whole * discount) / 100)
        return part({
          name: `P${index}`,
          sku: `P${index}`,
          quantity,
          amountMinor: whole - discountMinor,
          discountMinor,
          taxes: tax < rates.length && whole > discountMinor ? [tax] : [],
          requiresShipping,
        })
      })
      if (shipping > 0) parts.push(part({ kind: 'shipping', sku: null, amountMinor: shipping, taxes: [0] }))
      const base = (index: number) =>
        parts.reduce((sum, one) => sum + (one.taxes[0] === index ? one.amountMinor : 0), 0)
      const taxes = rates.map((rate, index) => ({
        ...vat(rate, base(index), Math.round((base(index) * rate) / (included ? 100 + rate : 100))),
        ...(rate === 0 && isReversed && { reason: 'reverse_charge' as const }),
      }))
      const tax = taxes.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
      const price = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      const totalMinor = price + (included ? 0 : tax)
      const invoice = calculate(amounts({ currency, taxIncluded: included, totalMinor, taxes, parts, ...terms }))
      const sum = (all: readonly { net: number }[]) => all.reduce((total, { net }) => total + net, 0)
      assert.equal(sum(invoice.lines), invoice.totals.lines)
      assert.equal(sum(invoice.charges), invoice.totals.charges)
      assert.equal(invoice.totals.lines + invoice.totals.charges, invoice.totals.net)
      assert.equal(invoice.totals.net + invoice.totals.tax, invoice.totals.gross)
      assert.equal(invoice.totals.gross, totalMinor)
      assert.equal(
        invoice.totals.tax,
        invoice.taxes.reduce((total, one) => total + one.tax, 0),
      )
      assert.equal(invoice.lines.length, lines.length)
      const byRate = (all: readonly { category: string; rate: number; net: number }[]) =>
        all.map(({ category, rate, net }) => [`${category} ${rate}`, net] as const)
      const nets = new Map<string, number>()
      for (const [key, net] of byRate([...invoice.lines, ...invoice.charges])) nets.set(key, (nets.get(key) ?? 0) + net)
      for (const { category, rate, taxable } of invoice.taxes)
        nets.set(`${category} ${rate}`, (nets.get(`${category} ${rate}`) ?? 0) - taxable)
      assert.ok([...nets.values()].every((difference) => difference === 0))
      for (const line of [...invoice.lines, ...invoice.charges]) assert.ok(line.net >= 0)
      if (included) {
        const grosses = [...invoice.lines, ...invoice.charges].map(({ gross }) => gross ?? 0)
        assert.equal(
          grosses.reduce((total, gross) => total + gross, 0),
          invoice.totals.gross,
        )
      }
      const reasons = Map.groupBy(invoice.taxes, ({ category }) => category)
      for (const [category, of] of reasons) {
        const said = new Set(of.map(({ exemption }) => exemption?.reason))
        assert.deepEqual([category, said.size], [category, category === 'S' ? said.size : 1])
        assert.equal(said.has(undefined), category === 'S' || category === 'Z')
        if (category !== 'S') assert.ok(of.every(({ rate, tax: none }) => rate === 0 && none === 0))
      }
      if (invoice.has_en16931) assert.ok(!reasons.has('O') || reasons.size === 1)
      if (!terms.hasVatId) assert.ok(!reasons.has('G'))
    }),
    { numRuns: 3_000 },
  )
})

test('a reverse charge of goods is a supply within the EU, of the rest a reverse charge, with their references', () => {
  const taxes = [{ ...vat(0, 1_000, 0), reason: 'reverse_charge' as const }]
  for (const [requiresShipping, category, code] of [
    [true, 'K', 'VATEX-EU-IC'],
    [false, 'AE', 'VATEX-EU-AE'],
  ] as const) {
    const parts = [part({ amountMinor: 1_000, taxes: [0], requiresShipping })]
    const [tax] = calculate(amounts({ totalMinor: 1_000, taxes, parts })).taxes
    assert.deepEqual([tax?.category, tax?.exemption?.code], [category, code])
    assert.match(tax?.exemption?.reason ?? '', /^Reverse charge.*2006\/112\/EC/)
  }
})

const untaxed = (requiresShipping: boolean, more: Partial<Amounts>) =>
  calculate(amounts({ totalMinor: 1_000, parts: [part({ amountMinor: 1_000, requiresShipping })], ...more }))

test('what is supplied out of the EU untaxed is an export or not subject to VAT, elsewhere it is zero rated', () => {
  const of = (isGoods: boolean, outside: Amounts['outside'], more: Partial<Amounts> = {}) => {
    const { taxes, has_en16931 } = untaxed(isGoods, { outside, ...more })
    return taxes.map(({ category, taxable, tax, exemption }) => [
      ...[category, taxable, tax, exemption?.code, has_en16931],
    ])
  }
  const both = { goods: true, services: true }
  assert.deepEqual(of(true, both), [['G', 1_000, 0, 'VATEX-EU-G', true]])
  assert.deepEqual(of(false, both), [['O', 1_000, 0, 'VATEX-EU-O', true]])
  assert.deepEqual(of(true, { goods: false, services: true }), [['Z', 1_000, 0, undefined, true]])
  assert.deepEqual(of(true, both, { hasVatId: false }), [['E', 1_000, 0, null, true]])
  assert.deepEqual(of(false, both, { hasVatId: false }), [['O', 1_000, 0, 'VATEX-EU-O', true]])
  assert.deepEqual(of(true, nowhere, { taxes: [vat(0, 1_000, 0)] }), [['Z', 1_000, 0, undefined, true]])
})

test('what a small business sells is exempt, with its reason, beside what is not', () => {
  const reason = 'No VAT is charged under § 19 UStG'
  const [tax] = untaxed(true, { exemption: reason, hasVatId: false }).taxes
  assert.deepEqual([tax?.category, tax?.exemption], ['E', { reason, code: null }])
  const both = { goods: true, services: true }
  assert.equal(untaxed(false, { exemption: reason, outside: both }).taxes[0]?.category, 'O')
  assert.equal(untaxed(true, { exemption: reason, outside: both }).taxes[0]?.category, 'G')
})

test('a basket of goods and services has the category of each, and a form where they may stand together', () => {
  const taxes = [{ ...vat(0, 1_000, 0), reason: 'reverse_charge' as const }]
  const of = (taxed: boolean, more: Partial<Amounts>) => {
    const parts = [
      part({ name: 'Mug', amountMinor: 600, taxes: taxed ? [0] : [] }),
      part({ name: 'File', amountMinor: 300, requiresShipping: false, taxes: taxed ? [0] : [] }),
      part({ kind: 'shipping', name: 'Shipping', amountMinor: 100, taxes: taxed ? [0] : [] }),
    ]
    const invoice = calculate(amounts({ totalMinor: 1_000, parts, ...(taxed && { taxes }), ...more }))
    const categories = [...invoice.lines, ...invoice.charges].map(({ category, net }) => [category, net])
    return [categories, invoice.taxes.map(({ category, taxable }) => [category, taxable]), invoice.has_en16931]
  }
  const ofEach = (goods: string, services: string) => [
    [[goods, 600], [services, 300], [goods, 100]],
    [[goods, 700], [services, 300]],
  ] // biome-ignore format: a table
  assert.deepEqual(of(true, {}), [...ofEach('K', 'AE'), true])
  assert.deepEqual(of(false, { outside: { goods: true, services: true } }), [...ofEach('G', 'O'), false])
})

test('an amount of which no units are known is of goods and services as the order has them', () => {
  const whole = [
    part({ amountMinor: 600, taxes: [0] }),
    part({ amountMinor: 300, requiresShipping: false, taxes: [0] }),
  ]
  const credited = (tax: Amounts['taxes'][number], totalMinor: number) =>
    calculate(amounts({ totalMinor, taxIncluded: false, taxes: [tax], whole })).lines.map(({ category, net }) => [
      ...[category, net],
    ])
  assert.deepEqual(credited({ ...vat(0, 90, 0), reason: 'reverse_charge' }, 90), [
    ['K', 60],
    ['AE', 30],
  ])
  assert.deepEqual(credited(vat(20, 90, 18), 108), [['S', 90]])
})

test('of prices that include tax each line has them, and they sum to the total', () => {
  const parts = [
    part({ quantity: 3, amountMinor: 2_666, discountMinor: 331, taxes: [0] }),
    part({ kind: 'shipping', name: 'Shipping', amountMinor: 495, taxes: [0] }),
  ]
  const { lines, charges } = calculate(amounts({ totalMinor: 3_161, taxes: [vat(20, 3_161, 527)], parts }))
  assert.deepEqual(
    lines.map(({ gross, gross_price, gross_discount }) => [gross, gross_price, gross_discount]),
    [[2_666, '9.99', 331]],
  )
  assert.equal(charges[0]?.gross, 495)
  const added = calculate(amounts({ totalMinor: 3_793, taxIncluded: false, taxes: [vat(20, 3_161, 632)], parts }))
  assert.equal(added.lines[0]?.gross, undefined)
})

test('several taxes on one item are listed as the order has them, without a form in EN 16931', () => {
  const invoice = calculate(
    amounts({
      totalMinor: 11_498,
      taxIncluded: false,
      currency: 'CAD',
      taxes: [
        { ...vat(5, 10_000, 500), name: 'GST' },
        { ...vat(9.975, 10_000, 998), name: 'QST' },
      ],
      parts: [part({ amountMinor: 10_000, taxes: [0, 1] })],
    }),
  )
  assert.equal(invoice.has_en16931, false)
  assert.deepEqual(
    invoice.taxes.map(({ name, taxable, tax }) => [name, taxable, tax]),
    [
      ['GST', 10_000, 500],
      ['QST', 10_000, 998],
    ],
  )
  assert.deepEqual([invoice.totals.net, invoice.totals.lines], [10_000, 10_000])
})

test('amounts of three decimals fit EN 16931 where all end in 0', () => {
  const invoice = (totalMinor: number, tax: number) =>
    calculate(
      amounts({
        currency: 'KWD',
        totalMinor,
        paidMinor: totalMinor,
        taxes: [vat(10, totalMinor, tax)],
        parts: [part({ amountMinor: totalMinor, taxes: [0] })],
      }),
    )
  assert.equal(hasTwoDecimals(invoice(1_100, 100), 'KWD'), true)
  assert.equal(hasTwoDecimals(invoice(1_110, 101), 'KWD'), false)
  assert.equal(hasTwoDecimals(invoice(1_111, 101), 'EUR'), true)
  assert.deepEqual([isOfTwoDecimals(57_020, 'KWD'), isOfTwoDecimals(57_018, 'KWD')], [true, false])
})

test('why a supply has no tax is said in the words of the law, in the language of the paper', () => {
  const both = { goods: true, services: true }
  const reversed = (requiresShipping: boolean) => ({
    taxes: [
      { name: 'Reverse charge', rate: 0, taxable_minor: 100, amount_minor: 0, reason: 'reverse_charge' as const },
    ],
    parts: [part({ amountMinor: 100, taxes: [0], requiresShipping })],
  })
  const plain = (requiresShipping: boolean) => ({ parts: [part({ amountMinor: 100, requiresShipping })] })
  const cases = {
    AE: reversed(false),
    K: reversed(true),
    G: { ...plain(true), outside: both },
    O: { ...plain(false), outside: both },
    E: { ...plain(true), exemption: '§ 19 UStG' },
  }
  const said = (locale: string) =>
    Object.entries(cases).map(([category, more]) => {
      const [tax] = calculate(amounts({ totalMinor: 100, paidMinor: 100, locale, ...more })).taxes
      assert.equal(tax?.category, category)
      return [tax?.name, tax?.exemption?.reason.replace(/ \(.*/, '')]
    })
  assert.deepEqual(said('de-DE'), [
    ['Steuerschuldnerschaft des Leistungsempfängers', 'Steuerschuldnerschaft des Leistungsempfängers'],
    ['Innergemeinschaftliche Lieferung', 'Steuerfreie innergemeinschaftliche Lieferung'],
    ['Ausfuhrlieferung', 'Steuerfreie Ausfuhrlieferung'],
    ['Nicht steuerbar', 'Nicht steuerbar: Leistungsort im Drittland'],
    ['Steuerfrei', '§ 19 UStG'],
  ])
  assert.deepEqual(said('en'), [
    ['Reverse charge', 'Reverse charge'],
    ['Intra-Community supply', 'Reverse charge: intra-Community supply'],
    ['Export', 'Export outside of the EU'],
    ['Not subject to VAT', 'Not subject to VAT: supplied outside of the EU'],
    ['Exempt from VAT', '§ 19 UStG'],
  ])
})
