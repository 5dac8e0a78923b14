import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fallbacksOf, localeFor, type Market, marketOf, readAcceptLanguage } from './rules.ts'

const market = (fields: Partial<Market>): Market => ({
  id: '',
  name: '',
  own: false,
  countries: [],
  currency: 'EUR',
  prices_include_tax: null,
  price_rounding_minor: null,
  locales: ['de'],
  active: true,
  position: 0,
  ...fields,
})

describe('markets', () => {
  it('serve their countries; the shop’s own serves all others, and those of one that is switched off', () => {
    const own = market({ name: 'own', own: true })
    const austria = market({ name: 'Austria', countries: ['AT'] })
    const france = market({ name: 'France', countries: ['FR'], active: false })
    const of = (country?: string) => marketOf([austria, france, own], country)?.name
    assert.deepEqual([of('AT'), of('FR'), of('JP'), of()], ['Austria', 'own', 'own', 'own'])
    assert.equal(marketOf([], 'AT'), undefined)
  })

  it('have the locale that is nearest to the reader’s, by RFC 4647', () => {
    const locales = ['fr', 'de-CH', 'zh-Hant', 'en-GB', 'en']
    const cases: [ranges: string[], locale: string][] = [
      [['en-GB'], 'en-GB'],
      [['EN-us'], 'en'],
      [['zh-Hant-CN-x-private1-private2'], 'zh-Hant'],
      [['zh-Hant-x-y'], 'zh-Hant'],
      [['ja', 'en-AU'], 'en'],
      [['ja'], 'fr'],
      [[], 'fr'],
      // Look-up alone would answer the default, French.
      [['de-DE', 'de'], 'de-CH'],
      // A locale that is equal comes before one of the same language.
      [['de-DE', 'en'], 'en'],
    ]
    for (const [ranges, locale] of cases) assert.equal(localeFor({ locales }, ranges), locale, ranges.join())
  })

  it('read accept-language by weight, without what is refused, no language, or anything', () => {
    const cases: [header: string | undefined, ranges: string[]][] = [
      ['de-AT, de;q=0.9,en;q=0.8', ['de-AT', 'de', 'en']],
      ['en;q=0.1, fr ; q=0.7 , de', ['de', 'fr', 'en']],
      ['*;q=0.5, fr;q=0, de;q=x, <script>, en', ['en']],
      ['', []],
      [undefined, []],
    ]
    for (const [header, ranges] of cases) assert.deepEqual(readAcceptLanguage(header), ranges)
    assert.equal(readAcceptLanguage(Array(5_000).fill('de').join()).length, 20)
  })

  it('fall back to the language of a locale and to the default', () => {
    assert.deepEqual(fallbacksOf('de-AT', { locales: ['fr', 'de-AT'] }), ['de-AT', 'de', 'fr'])
    assert.deepEqual(fallbacksOf('fr', { locales: ['fr', 'de'] }), ['fr'])
  })
})
