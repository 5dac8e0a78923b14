import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import type { TestMerchant } from '#test/support/factories.ts'
import { makeInvoicingShop, makeOrder, numberAll, readUbl } from '#test/support/invoices.ts'

describeService('the parties of an invoice', ({ service }) => {
  let shop: TestMerchant
  before(async () => {
    shop = await makeInvoicingShop(service)
  })

  async function invoiced(of: TestMerchant, more: object) {
    const order = await makeOrder(service, of, [{ price: 10 }], more)
    await order.pay()
    await numberAll(service, of)
    return order
  }

  it('GET /admin/orders/{id}/invoice of an account that typed no e-mail answers 200 in every format', async () => {
    const order = await invoiced(shop, {})
    const ubl = await readUbl(order)
    assert.deepEqual(ubl.values('cbc:EndpointID'), ['shop@example.com', order.shopper.email])
    assert.equal((await order.page('?format=facturx')).status, 200)
  })

  it('has the name of the account without an address, else its e-mail', async () => {
    const order = await invoiced(shop, { shipping_address: undefined })
    const { name } = (await service.request('GET', '/user/profile', { headers: order.shopper.headers })).body.data
    assert.deepEqual((await readUbl(order)).values('cbc:RegistrationName')[1], name)
    const nameless = await makeOrder(service, shop, [{ price: 10 }], { shipping_address: undefined })
    await service.deps.pool.query('update users set name = null where email = $1', [nameless.shopper.email])
    await nameless.pay()
    await numberAll(service, shop)
    assert.deepEqual((await readUbl(nameless)).values('cbc:RegistrationName')[1], nameless.shopper.email)
  })

  it('of a seller with a tax number alone and no e-mail has no electronic address, in every format', async () => {
    const small = await makeInvoicingShop(service, { vat_id: null, tax_number: '37/1' }, { support_email: null })
    const order = await invoiced(small, {})
    const ubl = await readUbl(order)
    assert.deepEqual(ubl.values('cbc:EndpointID'), [order.shopper.email])
    assert.deepEqual(ubl.values('cbc:CompanyID'), ['37/1', '37/1'])
    assert.equal((await order.page('?format=facturx')).status, 200)
  })

  it('of a seller in Norway has the number of the organization', async () => {
    const norwegian = { vat_id: '995 525 828 MVA', seller_address: { line1: 'Veien 1', city: 'Oslo', country: 'NO' } }
    const norway = await makeInvoicingShop(service, norwegian, { support_email: null })
    const ubl = await readUbl(await invoiced(norway, {}))
    assert.match(ubl.xml, /<cbc:EndpointID schemeID="0192">995525828</)
    assert.equal(ubl.values('cbc:CompanyID')[0], 'NO995525828MVA')
  })
})
