import assert from 'node:assert/strict'
import { it } from 'node:test'
import { languages } from '#src/platform/lib/languages.ts'
import { auditTools } from '#test/support/audit-log.ts'
import { besideService, describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { assertRefused } from '#test/support/orders.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'
import { until } from '#test/support/until.ts'

interface ShopText {
  key: string
  ours: string
  text: string | null
  placeholders: { name: string; needed: boolean; number: boolean }[]
}

describeService('a shop’s own texts', startAppThatTellsStatements, ({ service }) => {
  const second = besideService(service)
  const send = (at: TestMerchant, method: 'GET' | 'PUT', locale: string, body?: object) =>
    service.request(method, `/admin/texts/${locale}`, { headers: at.owner.headers, ...(body && { body }) })
  const read = async (at: TestMerchant, locale = 'en') => (await send(at, 'GET', locale)).body.data
  const put = (at: TestMerchant, texts: object, locale = 'en', more: object = {}) =>
    send(at, 'PUT', locale, { texts, ...more })
  const own = async (at: TestMerchant, locale = 'en') =>
    Object.fromEntries(
      ((await read(at, locale)).items as ShopText[]).flatMap(({ key, text }) => (text === null ? [] : [[key, text]])),
    )

  it('GET /admin/texts/{locale} has every text with ours, and PUT replaces those of one language', async () => {
    const shop = await makeMerchant(service)
    const { locale, version, updated_at, items } = await read(shop)
    assert.deepEqual([locale, version, updated_at], ['en', 0, null])
    const subject = items.find(({ key }: ShopText) => key === 'orderMail.received')
    assert.deepEqual(subject, {
      key: 'orderMail.received',
      ours: 'We have received your order {number}',
      text: null,
      placeholders: [{ name: 'number', needed: false, number: false }],
    })
    assert.ok(items.every(({ key }: ShopText) => !/^(notices|noticeMail|invitationMail|webhookMail)\./.test(key)))
    const texts = { 'orderMail.thanks': 'Cheers!', 'payPage.pay': 'Pay now' }
    const written = await put(shop, texts)
    assert.deepEqual([written.status, written.body.data.version], [200, 1])
    assert.deepEqual(written.body.data, await read(shop))
    assert.deepEqual([await own(shop), await own(shop, 'de')], [texts, {}])
    const next = {
      'orderMail.thanks': ' Thank  you, friend ',
      'payPage.pay': null,
      'quotePage.title': '',
      'sums.total': 'Total',
    }
    assert.equal((await put(shop, next)).status, 200)
    assert.deepEqual(await own(shop), { 'orderMail.thanks': 'Thank you, friend' })
    assert.equal((await put(shop, {})).body.data.version, 3)
    assert.deepEqual(await own(shop), {})
  })

  for (const language of languages)
    it(`PUT /admin/texts/${language} of all texts of GET, and of all of them changed, answers 200`, async () => {
      const shop = await makeMerchant(service)
      const items: ShopText[] = (await read(shop, language)).items
      const ours = Object.fromEntries(items.map((text) => [text.key, text.ours]))
      const same = await put(shop, ours, language)
      assert.deepEqual([same.status, await own(shop, language)], [200, {}], JSON.stringify(same.body.error))
      const changed = Object.fromEntries(
        items.map(({ key, ours: text }) => [key, key === 'mail.quotes' ? '››' : `${text} ✓`]),
      )
      const { status, body } = await put(shop, changed, language)
      assert.equal(status, 200, JSON.stringify(body.error))
      assert.deepEqual(await own(shop, language), changed)
    })

  it('PUT /admin/texts/{locale} of what is no text for it answers 400 with its field, and writes nothing', async () => {
    const shop = await makeMerchant(service)
    const kept = { 'payPage.pay': 'Pay now' }
    assert.equal((await put(shop, kept)).status, 200)
    const cases: [key: string, text: string, message: string][] = [
      ['nothing.here', 'Hello', 'is not a text of this service'],
      ['notices.order_placed', 'Hello', 'is not a text of this service'],
      ['__proto__', 'Hello', 'is not a text of this service'],
      ['orderMail.received', 'Order {number', 'is not ICU MessageFormat'],
      ['giftCardMail.several', '{count, plural, one {# card}}', 'missing other clause'],
      ['giftCardMail.several', '{count, plural, other {}}', 'says nothing'],
      ['giftCardMail.several', '{count, number, ::currency/X}', 'is not ICU MessageFormat'],
      ['orderMail.received', 'Order {order}', 'it knows {number}'],
      ['orderMail.thanks', 'Thanks, {name}', 'it takes no placeholders'],
      ['orderMail.thanks', 'Thanks }', 'has braces'],
      ['orderMail.severalWays', 'Your refund', 'needs {amount}'],
      ['giftCardMail.several', 'Some gift cards', 'needs {count}'],
      ['orderMail.received', '{number, plural, other {#}}', 'is no number'],
      ['orderMail.received', '{number, date}', 'only numbers have a form'],
      ['orderMail.footer', "Your order at l'{shop}", 'write ’ instead'],
      ['orderMail.thanks', 'x'.repeat(2_001), '2000'],
      ['orderMail.thanks', 'Private \ue000', 'cannot be printed'],
      ['orderMail.thanks', 'See evil.example/login', 'has a link to evil.example'],
      ['orderMail.thanks', 'ありがとう。evil。comへ', 'has a link to'],
      ['giftCardMail.several', '{count, plural, =7 {evil} other {ok}}.example', 'has a link to'],
      ['accountMail.resetPassword1', 'Send your password to us@shop.example', 'must have no address'],
      ['mail.quotes', '"', 'must be two characters'],
    ]
    for (const [key, text, message] of cases) {
      const answer = await put(shop, { ...kept, 'payPage.title': 'Till', [key]: text })
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      const [{ field, message: said }] = answer.body.error.details
      assert.ok(field === `texts.${key}` && said.includes(message), `${key} ${text.slice(0, 99)}: ${field} ${said}`)
    }
    assert.deepEqual([await own(shop), (await read(shop)).version], [kept, 1])
    for (const [locale, body] of [
      ['nl', { texts: {} }],
      ['de-AT', { texts: {} }],
    ] as const) {
      assertRefused(await send(shop, 'PUT', locale, body), 400, 'VALIDATION_ERROR')
      assertRefused(await send(shop, 'GET', locale), 400, 'VALIDATION_ERROR')
    }
    for (const body of [{}, { texts: [] }, { texts: { 'payPage.pay': 1 } }, { texts: { 'payPage.pay': 'a\nb' } }])
      assertRefused(await send(shop, 'PUT', 'en', body), 400, 'VALIDATION_ERROR')
  })

  it('PUT /admin/texts/{locale} that links to the shop’s storefront answers 200, and keeps it', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const set = (url: string | null) =>
      service.request('PATCH', '/admin/merchant', { headers, body: { storefront_url: url } })
    assert.equal((await set('https://lantern.example')).status, 200)
    const texts = { 'orderMail.thanks': 'Thanks! More at lantern.example/new' }
    assert.equal((await put(shop, texts)).status, 200)
    await set(null)
    assert.equal((await put(shop, { ...texts, 'payPage.pay': 'Pay now' })).status, 200)
    assertRefused(await put(shop, { 'orderMail.thanks': 'See lantern.example' }), 400, 'VALIDATION_ERROR')
  })

  it('PUT /admin/texts/{locale} with the version of before another’s change answers 409 CONFLICT', async () => {
    const shop = await makeMerchant(service)
    const put1 = (text: string, expected: number) =>
      put(shop, { 'orderMail.thanks': text }, 'fr', { expected_version: expected })
    assert.equal((await put1('Merci !', 0)).body.data.version, 1)
    const late = await put1('Grand merci', 0)
    assertRefused(late, 409, 'CONFLICT')
    assert.deepEqual(late.body.error.details, { version: 1 })
    assert.equal((await put1('Merci !', 0)).body.data.version, 1)
    assert.equal((await put(shop, {}, 'fr')).body.data.version, 2)
    assertRefused(await put1('Merci', 1), 409, 'CONFLICT')
  })

  it('each changed text is in the audit log', async () => {
    const shop = await makeMerchant(service)
    const { entriesOf } = auditTools(() => ({ service, shop }))
    await put(shop, { 'orderMail.thanks': 'Danke schön!' }, 'de')
    await put(shop, { 'orderMail.thanks': 'Danke schön!' }, 'de')
    await put(shop, {}, 'de')
    const told = (await entriesOf(shop.id)).filter(({ action }) => action === 'texts.updated')
    assert.deepEqual(
      told.map(({ changes }) => changes),
      [{ 'de.orderMail.thanks': ['Danke schön!', null] }, { 'de.orderMail.thanks': [null, 'Danke schön!'] }],
    )
  })

  it('a page has them in every process, and costs a shop without any no statement', async () => {
    const shop = await makeMerchant(service)
    const path = `/account/reset-password?shop=${shop.id}`
    const shown = async (at: typeof service) => (await at.request('GET', path)).body as string
    assert.deepEqual(await statementsOf(() => shown(service)), [])
    await put(shop, { 'resetPage.action': 'Save <it>' })
    assert.match(await shown(service), /Save &#60;it&#62;|Save &lt;it&gt;/)
    await until(async () => (await shown(second)).includes('Save &'), 'the texts in another process')
    await put(shop, {})
    await until(async () => !(await shown(second)).includes('Save &'), 'our texts in another process')
  })
})
