import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSeal } from '../examples/storefront/cookies.ts'
import { money, unitPrice } from '../examples/storefront/format.ts'
import { html, jsonLd, ownPath, webAddress } from '../examples/storefront/html.ts'
import { createMemory } from '../examples/storefront/memory.ts'
import { readTags } from '../examples/storefront/tags.ts'
import { texts } from '../examples/storefront/texts.ts'

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

  it('German says all that English says', () => {
    const keysOf = (of: object): string[] =>
      Object.entries(of).flatMap(([key, value]) =>
        typeof value === 'object' ? keysOf(value).map((one) => `${key}.${one}`) : [key],
      )
    assert.deepEqual(keysOf(texts.de), keysOf(texts.en))
  })
})
