import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSeal } from '../examples/storefront/cookies.ts'
import { money, unitPrice } from '../examples/storefront/format.ts'
import { html, jsonLd, ownPath, webAddress } from '../examples/storefront/html.ts'
import { askedFor, files, hreflang, languageAt, languagesOf, nameOf } from '../examples/storefront/languages.ts'
import { createMemory } from '../examples/storefront/memory.ts'
import { readTags } from '../examples/storefront/tags.ts'

describe('parts of the storefront', () => {
  it('templates escape texts in elements and attributes, and nothing twice', () => {
    const text = `<b title="x">'&`
    assert.equal(html`<p title="${text}">${text}</p>`.text.split('&lt;b title=&quot;x&quot;&gt;&#39;&amp;').length, 3)
    assert.equal(html`${html`<i>${1}</i>`}${[html`a`, 'b']}${false}${null}${undefined}`.text, '<i>1</i>ab')
  })

  it('structured data cannot end its element', () => {
    const { text } = jsonLd({ name: '</script><script>' })
    assert.equal(text.match(/<\/?script/g)?.length, 2)
    assert.deepEqual(JSON.parse(text.replace(/<[^>]*>/g, '')), { name: '</script><script>' })
  })

  it('a way back is a path of the shop', () => {
    for (const path of ['/', '/account?page=2', '/orders/1#a']) assert.equal(ownPath(path, '/else'), path)
    const others = [
      '',
      'account',
      '//evil.example',
      '/\\evil.example',
      '/a\\b',
      'https://evil.example',
      '/\n/evil.example',
      null,
    ]
    for (const path of others) assert.equal(ownPath(path, '/else'), '/else', String(path))
  })

  it('links of others are addresses of the web', () => {
    assert.equal(webAddress('https://track.example/1'), 'https://track.example/1')
    for (const address of ['javascript:alert(1)', 'data:text/html,x', '//x.example', 'https://', null, ''])
      assert.equal(webAddress(address), undefined, String(address))
  })

  it('a sealed cookie is opened by its own name and key alone', () => {
    const seal = createSeal('a secret of more than thirty-two characters')
    const sealed = seal.seal('draft', { email: 'ada@example.com' })
    assert.ok(!Buffer.from(sealed, 'base64url').toString('latin1').includes('ada'))
    assert.deepEqual(seal.open('draft', sealed), { email: 'ada@example.com' })
    assert.equal(seal.open('session', sealed), undefined)
    assert.equal(createSeal('another secret of more than thirty-two').open('draft', sealed), undefined)
    for (const wrong of [undefined, '', 'x', `${sealed.slice(0, -3)}AAA`])
      assert.equal(seal.open('draft', wrong), undefined)
  })

  it('prices are written as in the language, and per unit', () => {
    assert.equal(money(1234.5, 'EUR', 'de-DE'), '1.234,50\u00a0€')
    assert.equal(money(1234.5, 'GBP', 'en-GB'), '£1,234.50')
    const wine = { measure: { value: 75, unit: 'cl' }, base: { value: 1, unit: 'l' } }
    assert.equal(unitPrice({ price: 6, currency: 'GBP' }, wine, 'en-GB'), '£8.00 / 1 l')
  })

  it('what is asked at once is asked once, and a failure is not kept', async () => {
    const memory = createMemory()
    let asked = 0
    const ask = () => memory('name', 60_000, async () => ++asked)
    assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1])
    assert.equal(await ask(), 1)
    const failing = () => memory('other', 60_000, () => Promise.reject(new Error('away')))
    await assert.rejects(failing)
    assert.equal(await memory('other', 60_000, async () => 'back'), 'back')
  })

  it('tags are addresses of the web, and their hosts are what the policy lets in', () => {
    const { scripts, hosts } = readTags('https://a.example/x.js, https://a.example/y.js', 'https://b.example/ignored')
    assert.deepEqual(scripts, ['https://a.example/x.js', 'https://a.example/y.js'])
    assert.deepEqual(hosts, ['https://a.example', 'https://b.example'])
    assert.deepEqual(readTags(), { scripts: [], hosts: [] })
    for (const wrong of ['tag.js', 'javascript:alert(1)', 'https://a.example;script-src *', 'data:text/javascript,1']) {
      assert.throws(() => readTags(wrong), /^Error: STOREFRONT_TAGS must have addresses/, wrong)
    }
  })

  it('each language says all that English says, with the same values', () => {
    const saidBy = (of: object): string[] =>
      Object.entries(of).flatMap(([key, value]) => {
        if (typeof value === 'string') return [key + [...new Set(value.match(/\{\d\}/g))].sort().join('')]
        // Languages have forms of their own for numbers.
        const { one: _, ...others } = value
        return saidBy(others).map((name) => `${key}.${name}`)
      })
    for (const [name, texts] of Object.entries(files)) assert.deepEqual(saidBy(texts), saidBy(files['en'] ?? {}), name)
  })

  it('texts take values, and forms and digits as the language has them', () => {
    const [en, de] = languagesOf({ locales: ['en'] })
    assert.deepEqual([en.t.shipsTo(1), en.t.shipsTo(1234)], ['We ship to 1 country', 'We ship to 1,234 countries'])
    assert.deepEqual([de?.t.results(1), de?.t.results(1234)], ['1 Produkt', '1.234 Produkte'])
    assert.equal(de?.t.including('MwSt.', 8.5), 'inkl. MwSt. 8,5 %')
    const french = languagesOf({ locales: ['fr'] })[0]
    assert.deepEqual([french.t.results(0), french.t.results(2)], ['0 produit', '2 produits'])
    assert.equal(en.t.resultsFor('$& {1}'), 'Results for “$& {1}”')
  })

  it('a shop has the languages of its markets, each with an address; without markets English and German', () => {
    const ways = (shop: Parameters<typeof languagesOf>[0]) =>
      languagesOf(shop).map((one) => [one.prefix, hreflang(one), one.lang, one.market].join(' ').trim())
    assert.deepEqual(ways({ locales: ['en'] }), ['en en', '/de de de'])
    assert.deepEqual(ways({ locales: ['de-AT'] }), ['de-AT de', '/en en en'])
    assert.deepEqual(ways({ locales: ['nl'] }), ['en en', '/de de de'])
    const market = (id: string, countries: string[], locales: string[], own = false) => {
      return { id, name: id, own, countries, currency: 'EUR', locales }
    }
    const own = market('own', [], ['en-GB', 'fr'], true)
    const markets = [market('eu', ['DE', 'AT'], ['de', 'nl']), market('ch', ['CH'], ['de', 'fr']), own]
    const shop = { locales: own.locales, markets }
    assert.deepEqual(
      ways(shop),
      ['en en', '/de de de eu', '/de-ch de-CH de ch', '/fr fr fr ch', '/fr-undefined'].slice(0, 4),
    )
    const languages = languagesOf(shop)
    assert.equal(languageAt(languages, 'en'), languages[0])
    assert.equal(languageAt(languages, 'nl'), undefined)
    assert.deepEqual(languages.map(nameOf), ['English', 'Deutsch', 'Schweizer Hochdeutsch', 'français'])
    assert.equal(askedFor(languages, 'nl, fr-CA;q=0.8, en;q=0.5')?.prefix, '/fr')
    assert.equal(askedFor(languages, 'zh'), undefined)
    assert.deepEqual(ways({ locales: ['pl'], markets: [{ ...own, locales: ['pl'] }] }), ['pl en'])
  })
})
