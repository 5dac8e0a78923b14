import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Entry, told } from '#test/support/audit-log.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { confirmAddress, makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { startMailedApp } from '#test/support/mailed-app.ts'
import { decoded } from '#test/support/order-mails.ts'
import { assertRefused, placeOrder } from '#test/support/orders.ts'
import { makePicture } from '#test/support/pictures.ts'
import { until } from '#test/support/until.ts'

describeService('the look of a shop’s mails', startMailedApp, ({ service }) => {
  let shop: TestMerchant
  before(async () => {
    shop = await makeMerchant(service)
  })
  const headers = () => shop.owner.headers
  const change = (body: object) => service.request('PATCH', '/admin/merchant', { headers: headers(), body })
  const preview = async (kind = 'order_confirmation') =>
    (await service.request('POST', `/admin/mails/${kind}/preview`, { headers: headers(), body: {} })).body.data
  const look = { color: '#FFEE00', footer: 'Lantern & Loom Ltd\n12 St James’s Square' }

  it('PATCH /admin/merchant sets it for every mail, previews show it, and null is ours again', async () => {
    // Without a time in it.
    const ours = await preview('gift_card')
    const payload = await makePicture('png')
    const upload = { headers: { ...headers(), 'content-type': 'image/png' }, payload }
    const { id } = (await service.request('POST', '/admin/media', upload)).body.data
    await until(async () => {
      const { body } = await service.request('GET', `/admin/media/${id}`, { headers: headers() })
      return body.data.status === 'ready'
    }, 'the picture')
    assert.equal((await change({ logo: id, mail: { ...look, logo: true } })).status, 200)
    const kinds = (await service.request('GET', '/admin/mails', { headers: headers() })).body.data.items
    for (const { kind } of kinds) {
      const { html, text } = await preview(kind)
      assert.match(html, /<img src="http[^"]+\/media\/[^"]+" width="\d+" height="\d+" alt="Shop/, kind)
      assert.match(html, /Lantern &#38; Loom Ltd<br>12 St James’s Square/, kind)
      assert.match(text, /\n\nLantern & Loom Ltd\n12 St James’s Square\n/, kind)
    }
    assert.match((await preview()).html, /background-color: #ffee00;/)
    const { mail } = (await change({ mail: { color: null, footer: ' ', logo: false } })).body.data
    assert.deepEqual([mail.color, mail.footer, mail.logo], [null, null, false])
    assert.deepEqual(await preview('gift_card'), ours)
    const log = await service.request('GET', '/admin/audit-log?action=settings.updated', { headers: headers() })
    const [, fields] = told(log.body.data.items as Entry[])[0] ?? []
    const { logo: _, ...changed } = fields as Record<string, unknown>
    assert.deepEqual(changed, {
      mail_color: [null, '#ffee00'],
      mail_footer: [null, look.footer],
      mail_logo: [false, true],
    })
  })

  it('a colour that is none, and a footer that links elsewhere, are 400 with their field', async () => {
    for (const color of ['yellow', '#fe0', '#1234567', 'red;}'])
      assertRefused(await change({ mail: { color } }), 400, 'VALIDATION_ERROR')
    const refused = await change({ mail: { footer: 'See https://elsewhere.example/pay' } })
    assertRefused(refused, 400, 'VALIDATION_ERROR')
    assert.deepEqual(refused.body.error.details, [
      {
        field: 'mail.footer',
        message: 'has a link to elsewhere.example; set storefront_url to link to your shop',
      },
    ])
    const own = { storefront_url: 'https://lantern.example', mail: { footer: 'https://lantern.example/imprint' } }
    assert.equal((await change(own)).status, 200)
    await change({ storefront_url: null, mail: { footer: null } })
  })

  it('mails about orders and about accounts have it, and those of other shops do not', async () => {
    await change({ mail: look })
    const has = ({ source }: { source: string }) => decoded({ source } as never).includes('Lantern &#38; Loom Ltd<br>')
    const { shopper, order } = await placeOrder(service, shop)
    await confirmAddress(service, shopper)
    await shopper.pay(order.id)
    const isOrder = ({ subject }: { subject: string }) => subject.includes(order.order_number)
    assert.ok(has(await service.mail.mailTo(shopper.email, isOrder)))
    const from = { 'device-id': 'a device', 'merchant-id': shop.id }
    await service.request('POST', '/user/password/forgot', { headers: from, body: { email: shopper.email } })
    assert.ok(has(await service.mail.mailTo(shopper.email, ({ token }) => token !== '')))
    const other = await makeMerchant(service)
    const theirs = await placeOrder(service, other)
    await confirmAddress(service, theirs.shopper)
    await theirs.shopper.pay(theirs.order.id)
    assert.ok(!has(await service.mail.mailTo(theirs.shopper.email)))
  })
})
