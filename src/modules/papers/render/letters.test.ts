import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { linesOf, readPdfText } from '#test/support/pdf-text.ts'
import type { FrozenInvoice } from '../invoice.ts'
import { calculate } from '../rules.ts'
import { renderPdf } from './pdf.ts'
import { renderFiles } from './render-files.ts'

const berlin = { line1: 'Allee 2', line2: null, city: 'Berlin', region: null, postal_code: '10115', country: 'DE' }

/** An invoice of one item for this buyer. */
function invoiceOf({ buyer = 'Ada', item = 'Mug', country = 'DE' }): FrozenInvoice {
  const address = { ...berlin, country }
  const part = { kind: 'item' as const, name: item, sku: null, requiresShipping: true, discountMinor: 0, quantity: 1 }
  return {
    number: 'INV-17',
    type_code: 380,
    issue_date: '2026-11-26',
    currency: 'EUR',
    order_number: '261126-ABCDEF',
    preceding: null,
    accounting: null,
    payments: [],
    notes: [],
    seller: { name: 'Engines', company: null, address: berlin, vat_id: 'DE136695976', tax_number: null, email: null },
    buyer: { name: buyer, company: null, address, vat_id: null, email: null },
    delivery: { date: '2026-11-25', name: buyer, address },
    ...calculate({
      currency: 'EUR',
      totalMinor: 1_200,
      roundingMinor: 0,
      paidMinor: 0,
      taxIncluded: true,
      outside: { goods: false, services: false },
      exemption: null,
      hasVatId: true,
      locale: 'en',
      taxes: [{ name: 'VAT', rate: 20, taxable_minor: 1_200, amount_minor: 200 }],
      parts: [{ ...part, amountMinor: 1_200, taxes: [0] }],
    }),
  }
}

async function render(of: Parameters<typeof invoiceOf>[0]) {
  const { pdf, missing } = await renderPdf(invoiceOf(of))
  assert.equal(missing, null)
  assert.ok(pdf)
  const runs = readPdfText(pdf)
  assert.ok(runs.every(({ glyphs }) => glyphs.length > 0 && !glyphs.includes(0)))
  return { pdf, runs, lines: linesOf(runs) }
}

/** What stands in the column of the items, without what stands right of it. */
const itemLines = ({ runs }: { runs: ReturnType<typeof readPdfText> }) => {
  const from = runs.find(({ text }) => text === 'Description')?.y ?? 0
  const to = runs.find(({ text }) => text === 'Taxable')?.y ?? 0
  return linesOf(runs.filter(({ x, y }) => x < 270 && y < from && y > to))
}

/** The inflated streams of a file. */
function streamsOf(pdf: Uint8Array): Buffer[] {
  const parts = Buffer.from(pdf)
    .toString('latin1')
    .matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)
  return [...parts].flatMap(([, data = '']) => {
    try {
      return [inflateSync(Buffer.from(data, 'latin1'))]
    } catch {
      return []
    }
  })
}

const backwards = (text: string) => [...text].reverse().join('')

const scripts: Record<string, string[]> = {
  'noto-sans-sc': ['王小明', '北京科技有限公司'],
  'noto-sans-jp': ['山田ひろし', '株式会社サンプル「青」'],
  'noto-sans-kr': ['홍길동', '서울특별시 세종대로'],
  'noto-sans-thai': ['สมชาย ใจดี', 'น้ำผึ้งที่ดี'],
  'noto-sans-regular': ['राजेश कुमार', 'हिन्दी क्षत्रिय श्री', 'Αλέξανδρος', 'Завод', 'Nguyễn Thị Ánh'],
  'noto-sans-symbols': ['Mug ★ ① → ✓ ☎ ♥'],
  'noto-emoji': ['Mug 🎁'],
  'noto-sans-bengali': ['কলকাতা প্রিয়াঙ্কা'],
  'noto-sans-tamil': ['தமிழ்நாடு கொ'],
  'noto-sans-telugu': ['తెలుగు హైదరాబాద్'],
  'noto-sans-gujarati': ['ગુજરાતી ક્ષ'],
  'noto-sans-gurmukhi': ['ਅੰਮ੍ਰਿਤਸਰ'],
  'noto-sans-kannada': ['ಬೆಂಗಳೂರು ಕ್ಷೇತ್ರ'],
  'noto-sans-malayalam': ['കൊച്ചി തിരുവനന്തപുരം'],
  'noto-sans-sinhala': ['ශ්‍රී ලංකා'],
  'noto-sans-khmer': ['ភ្នំពេញ ស្រ្តី'],
  'noto-sans-lao': ['ວຽງຈັນ ນ້ຳ'],
  'noto-sans-myanmar': ['ရန်ကုန်မြို့'],
  'noto-sans-georgian': ['თბილისი'],
  'noto-sans-armenian': ['Երևան'],
  'noto-sans-ethiopic': ['አዲስ አበባ'],
}

test('names of every script can be selected as letters, and a font has only the glyphs that it shows', async () => {
  for (const [font, texts] of Object.entries(scripts))
    for (const text of texts) {
      const { pdf, runs, lines } = await render({ buyer: text, item: text })
      assert.ok(itemLines({ runs }).includes(text), `${text}: ${lines}`)
      assert.ok(lines.some((line) => line.endsWith(text)))
      assert.ok(
        runs.some((run) => run.font.includes(font)),
        `${text}: ${runs.map((run) => run.font)}`,
      )
      assert.ok(pdf.length < 60_000, `${text}: ${pdf.length}`)
    }
})

test('the file says PDF/A-3 and embeds all of its fonts, in whatever script', async () => {
  const { pdf, ubl, missing } = await renderFiles(invoiceOf({ buyer: '王小明 محمد', item: 'חולצה ★ 🎁' }))
  assert.ok(pdf)
  assert.deepEqual([missing, ubl !== null], [null, true])
  const all = Buffer.concat([pdf, ...streamsOf(pdf)]).toString('latin1')
  assert.match(all, /pdfaid:part[>="]+3/)
  assert.doesNotMatch(all, /\/BaseFont\s*\/Helvetica/)
  const fonts = all.match(/\/Subtype\s*\/CIDFontType2/g) ?? []
  assert.ok(fonts.length >= 6)
  assert.equal(all.match(/\/FontFile2 /g)?.length, fonts.length)
})

test('a line has the fonts that its characters need, and stays one line', async () => {
  const { runs } = await render({ item: 'Größe L 红色 ★ חולצה' })
  assert.deepEqual(itemLines({ runs }), [`Größe L 红色 ★ ${backwards('חולצה')}`])
  const families = ['noto-sans-regular', 'noto-sans-sc', 'noto-sans-symbols', 'noto-sans-hebrew']
  for (const family of families)
    assert.ok(
      runs.some(({ font }) => font.includes(family)),
      family,
    )
})

test('Hebrew and Arabic stand from right to left, numbers and Latin in them from left to right', async () => {
  const shown = async (item: string) => itemLines(await render({ item }))[0]
  assert.equal(await shown('חולצה (כחולה) XL 42'), `XL 42 )${backwards('כחולה')}( ${backwards('חולצה')}`)
  assert.equal(await shown('Blue חולצה כחולה 42'), `Blue 42 ${backwards('חולצה כחולה')}`)
  assert.equal(await shown('محمد عبد الله 45'), `45 ${backwards('محمد عبد الله')}`)
  // Digits of Arabic and of Persian run from left to right.
  assert.equal(await shown('کتاب ۱۲۳'), `۱۲۳ ${backwards('کتاب')}`)
  assert.equal(await shown('كوب ٣٥٠'), `٣٥٠ ${backwards('كوب')}`)
  // What would turn around the text beside a name is left out.
  assert.equal(await shown('a\u202Ebc'), 'abc')
})

test('Arabic letters are joined: a letter has other glyphs at the begin, inside and at the end of a word', async () => {
  const { runs } = await render({ item: 'ببب' })
  const word = runs.find(({ text }) => text === 'ببب')
  assert.ok(word)
  const bodies = word.glyphs.filter((glyph, index) => word.glyphs.indexOf(glyph) === index)
  assert.ok(bodies.length >= 3, `${word.glyphs}`)
})

test('a glyph that stands for other characters elsewhere is selected as each of them', async () => {
  // Both have the same body and other dots.
  const { lines } = await render({ item: 'نور فهد قمر بيت تين ثوب' })
  assert.ok(
    lines.some((line) => line.startsWith(backwards('نور فهد قمر بيت تين ثوب'))),
    lines.join('\n'),
  )
})

test('Chinese breaks between characters, Thai between words, a word that is too long anywhere', async () => {
  const chinese = '不锈钢保温杯红色容量五百毫升适合户外运动和办公室日常使用的礼品套装'
  const thai = 'แก้วน้ำสแตนเลสสีแดงขนาดใหญ่สำหรับใช้ในสำนักงานและกิจกรรมกลางแจ้ง'
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenmacher'
  for (const text of [chinese, thai, long]) {
    const lines = itemLines(await render({ item: text }))
    assert.equal(lines.length, 2, `${lines}`)
    assert.equal(lines.join(''), text)
  }
  const words = new Set([...new Intl.Segmenter('th', { granularity: 'word' }).segment(thai)].map(({ index }) => index))
  const [first = ''] = itemLines(await render({ item: thai }))
  assert.ok(words.has(first.length), first)
})

test('Chinese characters have the forms of the country, Japanese and Korean texts their own', async () => {
  const fontsOf = async (of: Parameters<typeof invoiceOf>[0]) =>
    [...new Set((await render(of)).runs.flatMap(({ font }) => /noto-sans-(sc|tc|jp|kr)/.exec(font)?.[1] ?? []))].join()
  const buyer = '直令'
  const found = await Promise.all(['DE', 'CN', 'TW', 'HK', 'JP', 'KR'].map((country) => fontsOf({ buyer, country })))
  assert.deepEqual(found, ['sc', 'sc', 'tc', 'tc', 'jp', 'kr'])
  assert.equal(await fontsOf({ item: '直の', country: 'CN' }), 'jp')
})

test('decomposed letters, forms of letters and sequences of emoji are shown by what the fonts have', async () => {
  const shown = async (item: string) => itemLines(await render({ item }))[0]
  assert.equal(await shown('한글'.normalize('NFD')), '한글')
  assert.equal(await shown('𝓐𝓭𝓪'), 'Ada')
  assert.equal((await shown('é'.normalize('NFD')))?.normalize('NFC'), 'é')
  assert.equal(await shown('👨‍👩‍👧 ☕️'), '👨‍👩‍👧 ☕️')
})

test('a paper with a character that no font has is no PDF but says which; its XML is there', async () => {
  for (const text of ['ᛗᚨᚷ', 'Ada \u{E000}', 'ꦄ']) {
    const { pdf, ubl, missing } = await renderFiles(invoiceOf({ buyer: `${text} Ada` }))
    assert.equal(pdf, null)
    assert.equal(missing, text.replace('Ada ', ''))
    assert.ok(ubl?.includes(text))
  }
})
