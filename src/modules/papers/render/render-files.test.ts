import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { invoiceSchema } from '@e-invoice-eu/core'
import type { FrozenInvoice } from '../invoice.ts'
import { currenciesWithoutForm } from '../read-invoice.ts'
import { calculate } from '../rules.ts'
import { renderFiles } from './render-files.ts'
import { createPaperRenderer } from './renderer.ts'

const address = {
  line1: 'Friedrichstraße 1',
  line2: null,
  city: 'Berlin',
  region: null,
  postal_code: '10117',
  country: 'DE',
}
const terms = { outside: { goods: false, services: false }, exemption: null, hasVatId: true, locale: 'en' }
const none = { sku: null, requiresShipping: true, discountMinor: 0, quantity: 1 }

const invoice: FrozenInvoice = {
  number: 'INV-17',
  type_code: 380,
  issue_date: '2026-11-26',
  currency: 'EUR',
  order_number: '261126-ABCDEF',
  preceding: null,
  seller: {
    name: 'Analytical Engines',
    company: null,
    address,
    vat_id: 'DE136695976',
    tax_number: '37/1',
    email: null,
  },
  buyer: { name: 'Αλέξανδρος', company: 'Завод', address, vat_id: null, email: 'ada@example.com' },
  delivery: { date: '2026-11-25', name: 'Ada', address },
  accounting: { currency: 'CZK', rate: 25, tax: 15_950 },
  payments: [{ method: 'card', date: '2026-11-25', amount: 5_635 }],
  notes: ['HRB 1'],
  ...calculate({
    currency: 'EUR',
    totalMinor: 5_635,
    roundingMinor: 0,
    paidMinor: 5_635,
    taxIncluded: true,
    ...terms,
    taxes: [
      { name: 'VAT', rate: 20, taxable_minor: 2_666, amount_minor: 444 },
      { name: 'VAT', rate: 7, taxable_minor: 2_969, amount_minor: 194 },
    ],
    parts: [
      { ...none, kind: 'item', name: 'Κούπα', quantity: 3, amountMinor: 2_171, discountMinor: 331, taxes: [0] },
      { ...none, kind: 'item', name: 'Книга', amountMinor: 2_969, taxes: [1] },
      { ...none, kind: 'shipping', name: 'Shipping', amountMinor: 495, taxes: [0] },
    ],
  }),
}

/** The inflated streams of a PDF. */
function streamsOf(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString('latin1')
  return [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, data = '']) => {
    try {
      return [inflateSync(Buffer.from(data, 'latin1')).toString('utf8')]
    } catch {
      return []
    }
  })
}

const values = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, value]) => value)

test('a PDF embeds its fonts with their characters, for Greek and Cyrillic too, and its data as Factur-X', async () => {
  const { pdf } = await renderFiles(invoice)
  assert.ok(pdf)
  const file = Buffer.from(pdf).toString('latin1')
  assert.match(file, /^%PDF-1\.7/)
  const streams = streamsOf(pdf)
  const all = [file, ...streams].join('\n')
  assert.match(all, /pdfaid:part[>="]+3/)
  assert.match(all, /FontFile2/)
  assert.doesNotMatch(all, /\/BaseFont\s*\/Helvetica/)
  // The maps from glyphs to characters, which make text selectable: Κ and К.
  const maps = streams.filter((stream) => stream.includes('beginbfrange') || stream.includes('beginbfchar')).join('\n')
  for (const character of ['039a', '041a', '00df']) assert.match(maps.toLowerCase(), new RegExp(`<${character}>`))
  const cii = streams.find((stream) => stream.includes('CrossIndustryInvoice'))
  assert.ok(cii)
  assert.deepEqual(values(cii, 'ram:GrandTotalAmount'), ['56.35'])
  assert.deepEqual(values(cii, 'ram:RateApplicablePercent'), ['20', '7', '20', '7', '20'])
  assert.doesNotMatch(cii, /ActualAmount currencyID/, 'CII-DT-031')
})

test('UBL has the sums of the invoice, its discount, charge and both tax amounts', async () => {
  const { ubl } = await renderFiles(invoice)
  assert.ok(ubl)
  assert.match(ubl, /^<\?xml version="1.0" encoding="utf-8"\?>\s*<Invoice /)
  assert.deepEqual(values(ubl, 'cbc:ID').slice(0, 2), ['INV-17', '261126-ABCDEF'])
  assert.deepEqual(values(ubl, 'cbc:LineExtensionAmount'), ['45.84', '18.09', '27.75'])
  assert.deepEqual(values(ubl, 'cbc:TaxAmount'), ['6.38', '4.44', '1.94', '159.50'])
  assert.deepEqual(values(ubl, 'cbc:TaxableAmount'), ['22.22', '27.75'])
  assert.deepEqual(values(ubl, 'cbc:PayableAmount'), ['0.00'])
  assert.deepEqual(values(ubl, 'cbc:Amount'), ['4.13', '2.76'])
  assert.deepEqual(values(ubl, 'cbc:PriceAmount'), ['6.95', '27.75'])
  assert.deepEqual(values(ubl, 'cbc:ActualDeliveryDate'), ['2026-11-25'])
})

test('the files of a paper say the language that it was issued in; those of earlier releases are English', async () => {
  const languages = { 'de-DE': ['Zahlbar sofort nach Erhalt', 'Rabatt'], en: ['Payable on receipt', 'Discount'] }
  for (const [locale, [terms = '', discount = '']] of Object.entries(languages)) {
    const of = { ...invoice, totals: { ...invoice.totals, paid: 0, due: 5_635 } }
    const { pdf, ubl } = await renderFiles(locale === 'en' ? of : { ...of, locale })
    assert.match(Buffer.from(pdf ?? '').toString('latin1'), new RegExp(`/Lang \\(${locale}\\)`))
    const title = locale === 'en' ? 'Invoice INV-17' : 'Rechnung INV-17'
    const xmp = Buffer.from(pdf ?? '').toString('utf8') + streamsOf(pdf ?? new Uint8Array()).join('\n')
    assert.ok(xmp.includes(`>${title}<`), title)
    assert.ok(values(ubl ?? '', 'cbc:Note').includes(terms), terms)
    assert.deepEqual(values(ubl ?? '', 'cbc:AllowanceChargeReason').slice(-1), [discount])
  }
})

test('UBL of a currency with three decimals has two', async () => {
  const one = { ...none, kind: 'item' as const, name: 'Mug', quantity: 3, amountMinor: 1_100, taxes: [0] }
  const kuwaiti = {
    currency: 'KWD',
    totalMinor: 1_100,
    roundingMinor: 0,
    paidMinor: 0,
    taxIncluded: true,
    ...terms,
    taxes: [{ name: 'VAT', rate: 10, taxable_minor: 1_100, amount_minor: 100 }],
    parts: [one],
  }
  const { ubl } = await renderFiles({ ...invoice, currency: 'KWD', accounting: null, ...calculate(kuwaiti) })
  assert.ok(ubl)
  assert.deepEqual(values(ubl, 'cbc:TaxAmount'), ['0.10', '0.10'])
  assert.deepEqual(values(ubl, 'cbc:PayableAmount'), ['1.10'])
  assert.deepEqual([values(ubl, 'cbc:PriceAmount'), values(ubl, 'cbc:BaseQuantity')], [['1.00'], ['3']])
})

test('a credit note is a CreditNote of UBL about its invoice', async () => {
  const preceding = { number: 'INV-16', issue_date: '2026-11-25' }
  const { ubl } = await renderFiles({ ...invoice, type_code: 381, number: 'INV-CN-1', preceding })
  assert.ok(ubl)
  assert.match(ubl, /<CreditNote /)
  assert.deepEqual(values(ubl, 'cbc:CreditNoteTypeCode'), ['381'])
  assert.deepEqual(values(ubl, 'cbc:ID').slice(0, 3), ['INV-CN-1', '261126-ABCDEF', 'INV-16'])
})

test('an invoice with several taxes on an item is a PDF alone, and 200 lines take several pages', async () => {
  const [line] = invoice.lines
  assert.ok(line)
  const { pdf, ubl } = await renderFiles({ ...invoice, has_en16931: false, lines: Array(200).fill(line) })
  assert.equal(ubl, null)
  assert.ok(pdf)
  const text = Buffer.from(pdf).toString('latin1')
  assert.ok([...text.matchAll(/\/Type \/Page\b/g)].length > 5)
})

/** An invoice of a shop. */
const of = (merchant_id: string, id: string, data: FrozenInvoice = invoice) => ({ merchant_id, id, data })

test('a renderer works on a thread of its own, tells a fault, and goes on with the next invoice', async () => {
  const renderer = createPaperRenderer()
  try {
    const broken = { ...invoice, seller: null } as unknown as FrozenInvoice
    const papers = [of('shop', '1', broken), of('shop', '2')]
    const [failed, made] = await Promise.allSettled(papers.map((paper) => renderer.render(paper)))
    assert.equal(failed?.status, 'rejected')
    assert.ok(made?.status === 'fulfilled')
    assert.equal(made.value.ubl?.includes('INV-17'), true)
  } finally {
    await renderer.close()
  }
  await assert.rejects(renderer.render(of('shop', '3')), { code: 'SERVICE_UNAVAILABLE' })
})

/** A thread that names the papers it is asked for; `never` it does not answer for. */
const double = (answer: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads'
       parentPort.on('message', ({ data: { number } }) => { if (number !== 'never') ${answer} })`,
    )}`,
  )

test('papers of a shop wait behind those of others once they have taken more time, and each is made once', async () => {
  const busy = 'setTimeout(() => parentPort.postMessage({ files: { pdf: number, ubl: null } }), 5)'
  const renderer = createPaperRenderer({ script: double(busy) })
  const done: string[] = []
  const ask = (shop: string, number: string) =>
    renderer.render(of(shop, number, { ...invoice, number })).then(() => done.push(number))
  const asked = ['a1', 'a2', 'a3', 'a4', 'a5'].map((number) => ask('a', number))
  asked.push(ask('b', 'b1'), ask('a', 'a1'))
  await Promise.all(asked)
  await renderer.close()
  assert.equal(done.length, 7)
  assert.ok(done.indexOf('b1') <= 2, done.join())
  assert.deepEqual(done.slice(0, 2), ['a1', 'a1'])
})

test('a paper that takes too long is given up once, and the thread goes on with the next', async () => {
  const renderer = createPaperRenderer({
    script: double('parentPort.postMessage({ files: { pdf: number, ubl: null } })'),
    patienceMs: 1_000,
  })
  const never = of('shop', 'late', { ...invoice, number: 'never' })
  const refusal = { code: 'CONFLICT', message: /takes too long to be made as a file; its page is there/ }
  await assert.rejects(renderer.render(never), refusal)
  assert.ok(await renderer.render(of('shop', 'next')))
  // It is not tried again, whatever its invoice is by now: the thread would answer.
  await assert.rejects(renderer.render(of('shop', 'late')), refusal)
  await renderer.close()
})

test('a paper that takes too much memory is given up once, and the next has a thread of its own', async () => {
  const renderer = createPaperRenderer({
    script: double(
      `{ if (number === 'large') for (const all = [];;) all.push(new Array(10_000).fill(all.length));
         parentPort.postMessage({ files: { pdf: number, ubl: null } }) }`,
    ),
    heapMb: 16,
  })
  const refusal = { code: 'CONFLICT', message: /takes too much memory to be made as a file; its page is there/ }
  await assert.rejects(renderer.render(of('shop', 'large', { ...invoice, number: 'large' })), refusal)
  assert.ok(await renderer.render(of('shop', 'next')))
  await assert.rejects(renderer.render(of('shop', 'large')), { code: 'CONFLICT' })
  await renderer.close()
})

test('what is not subject to VAT has no rate and no VAT number, what is exempt has its reason, in both', async () => {
  const part = { ...none, kind: 'item' as const, name: 'File', amountMinor: 1_000, taxes: [], requiresShipping: false }
  const of = async (more: object) => {
    const amounts = { currency: 'EUR', totalMinor: 1_000, roundingMinor: 0, paidMinor: 0, taxIncluded: true, taxes: [] }
    const files = await renderFiles({ ...invoice, ...calculate({ ...amounts, parts: [part], ...terms, ...more }) })
    const cii = streamsOf(files.pdf ?? new Uint8Array()).find((stream) => stream.includes('CrossIndustryInvoice')) ?? ''
    return { ubl: files.ubl ?? '', cii }
  }
  const outside = await of({ outside: { goods: true, services: true } })
  assert.deepEqual([values(outside.ubl, 'cbc:Percent'), values(outside.cii, 'ram:RateApplicablePercent')], [[], []])
  assert.deepEqual(values(outside.ubl, 'cbc:TaxExemptionReasonCode'), ['VATEX-EU-O'])
  assert.deepEqual(values(outside.ubl, 'cbc:CompanyID'), ['37/1', '37/1'])
  assert.doesNotMatch(outside.cii, /schemeID="VA"/)
  const exempt = await of({ exemption: 'Small business' })
  assert.deepEqual(values(exempt.ubl, 'cbc:TaxExemptionReason'), ['Small business'])
  assert.deepEqual(values(exempt.cii, 'ram:ExemptionReason'), ['Small business'])
  assert.deepEqual(values(exempt.cii, 'ram:CategoryCode'), ['E', 'E'])
})

test('the library knows every currency but those that are named', () => {
  const { codeLists } = (invoiceSchema as unknown as { $defs: { codeLists: Record<string, { enum: string[] }> } }).$defs
  const unknown = Intl.supportedValuesOf('currency').filter((code) => !codeLists['ISO4217']?.enum.includes(code))
  assert.deepEqual(new Set(unknown), currenciesWithoutForm)
})
