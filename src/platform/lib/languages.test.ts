import assert from 'node:assert/strict'
import { test } from 'node:test'
import { count, day, decimal, moment, money, moreProducts, percent } from '#src/platform/mail/templates/values.ts'
import { languageOf, writtenLocale } from './languages.ts'
import { fill } from './texts/texts.ts'

const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ')

test('a locale is written in its own language where the service has it, else in English', () => {
  const written = {
    de: 'de',
    'de-AT': 'de-AT',
    'de-ch': 'de-CH',
    'DE-at': 'de-AT',
    'de-DE-1996': 'de-DE-1996',
    en: 'en',
    'en-GB': 'en-GB',
    'fr-FR': 'fr-FR',
    'nl-NL': 'en',
    gsw: 'en',
    del: 'en',
    'ja-JP-u-ca-japanese': 'ja-JP',
    'not a tag': 'en',
    '': 'en',
    // Arabic numerals, a Buddhist calendar.
    'de-DE-u-nu-arab': 'de-DE',
    'en-GB-u-ca-buddhist': 'en-GB',
  }
  for (const [locale, of] of Object.entries(written)) {
    assert.equal(writtenLocale(locale), of, locale)
    assert.equal(languageOf(of), languageOf(locale), locale)
  }
  assert.deepEqual(['de', 'de-CH', 'DE', 'fr-FR', 'den'].map(languageOf), ['de', 'de', 'de', 'fr', 'en'])
})

test('amounts, numbers, rates and times are those of the locale', () => {
  const at = new Date('2026-01-05T13:02:00Z')
  const all = (locale: string) =>
    [
      ...[money(123_456, 'EUR', locale), money(1_235, 'JPY', locale), money(1_234_500, 'KWD', locale)],
      ...[count(1_234_567, locale), decimal(25.125, locale), percent(8.375, locale), percent(19, locale)],
      ...[moment(at, 'Europe/Berlin', locale), day(at, 'UTC', locale)],
    ].map(plain)
  assert.deepEqual(all('de'), [
    ...['1.234,56 €', '1.235 ¥', '1.234,500 KWD', '1.234.567', '25,125', '8,375 %', '19 %'],
    ...['5. Januar 2026 um 14:02 MEZ', '5. Januar 2026'],
  ])
  assert.deepEqual(all('de-AT'), [
    ...['€ 1.234,56', '¥ 1.235', 'KWD 1.234,500', '1 234 567', '25,125', '8,375 %', '19 %'],
    ...['5. Jänner 2026 um 14:02 MEZ', '5. Jänner 2026'],
  ])
  assert.deepEqual(all('de-CH'), [
    ...['EUR 1’234.56', '¥ 1’235', 'KWD 1’234.500', '1’234’567', '25.125', '8.375%', '19%'],
    ...['5. Januar 2026 um 14:02 MEZ', '5. Januar 2026'],
  ])
  assert.deepEqual(all('en'), [
    ...['€1,234.56', '¥1,235', 'KWD 1,234.500', '1,234,567', '25.125', '8.375%', '19%'],
    ...['5 January 2026 at 14:02 CET', '5 January 2026'],
  ])
})

test('one more product is in the singular, none and several are not', () => {
  assert.deepEqual(
    [moreProducts(1, 'de'), moreProducts(1_200, 'de'), moreProducts(1_200, 'de-CH'), moreProducts(2, 'de-AT')],
    ['und 1 weiteres Produkt', 'und 1.200 weitere Produkte', 'und 1’200 weitere Produkte', 'und 2 weitere Produkte'],
  )
  assert.deepEqual(
    [moreProducts(1, 'en'), moreProducts(1_200, 'en')],
    ['and 1 more product', 'and 1,200 more products'],
  )
  assert.deepEqual(
    [1, 2, 5, 22].map((units) => moreProducts(units, 'pl')),
    ['i jeszcze 1 produkt', 'i jeszcze 2 produkty', 'i jeszcze 5 produktów', 'i jeszcze 22 produkty'],
  )
  assert.equal(moreProducts(1_200, 'ja'), 'ほか1,200点')
})

test('a value that looks like a place for one is text', () => {
  assert.equal(fill('{shop}: {number}', { shop: '{number} $&', number: '7' }), '{number} $&: 7')
})
