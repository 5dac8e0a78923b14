import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectTestDatabase } from '#test/support/database.ts'
import { cleanText } from './clean-text.ts'
import { foldText } from './folding.ts'

/** Every character but controls and surrogates. */
const characters = Array.from({ length: 0x32_3b0 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
  /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}]$/u.test(character),
)

const folded: Record<string, string> = {
  'Łukasz Żółć': 'lukasz zolc',
  Straße: 'strasse',
  GROẞ: 'gross',
  Œuvre: 'oeuvre',
  'Ærø Ðþħđ': 'aero dthhd',
  'İstanbul Diyarbakır ISPARTA': 'istanbul diyarbakir isparta',
  'Οδός ΆΈΉ': 'οδοσ αεη',
  'Nguyễn Đặng': 'nguyen dang',
  'Ё Ї Й': 'е і и',
  col·lecció: 'colleccio',
  'שָׁלוֹם مُحَمَّد': 'שלום محمد',
  'ﬁne Ｗｉｄｅ': 'fine wide',
  'がく 한글': 'がく 한글',
  'soft\u00adhy\u200bphen': 'softhyphen',
}

test('foldText leaves the base letters, in every alphabet', () => {
  for (const [text, expected] of Object.entries(folded)) assert.equal(foldText(text), expected.normalize('NFC'), text)
})

test('foldText and fold_text fold every letter alike, and so do cleanText and clean_text', async (t) => {
  const { client } = await connectTestDatabase(t)
  const texts = [...characters, ...characters.map((character) => ` x${character}`), ...Object.keys(folded)]
  // Node.js may know letters of a later Unicode than PostgreSQL.
  const { rows } = await client.query<{ text: string; folded: string; clean: string }>(
    `select text, fold_text(text) as folded, clean_text(text) as clean
       from unnest($1::text[]) text where unicode_assigned(text)`,
    [texts],
  )
  assert.ok(rows.length > 290_000, String(rows.length))
  const different = rows.filter(({ text, folded, clean }) => folded !== foldText(text) || clean !== cleanText(text))
  assert.deepEqual(different.slice(0, 20), [])
})

test('folding twice changes nothing: what is stored can be folded anew', () => {
  const changed = characters.filter((character) => foldText(foldText(character)) !== foldText(character))
  assert.deepEqual(changed, [])
})

test('cleanText removes the blanks around a text, and no others', () => {
  assert.equal(cleanText('\ufeff\u00a0\u200b A\u00a0B\u2003\u200e'), 'A\u00a0B')
  assert.equal(cleanText('Cafe\u0301'), 'Café')
  assert.equal(cleanText(' \u200b'), '')
})
