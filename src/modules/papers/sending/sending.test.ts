import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { maxAttempts } from '#src/platform/jobs/index.ts'
import { startTestApp, type TestApp, unique } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { berlin, invoiceSettings, makeInvoicingShop, makeOrder, numberAll } from '#test/support/invoices.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { startMailingApp } from '#test/support/mailed-app.ts'
import { assertRefused } from '#test/support/orders.ts'
import { eventsOf } from '#test/support/shop-rows.ts'
import { until } from '#test/support/until.ts'
import { differences } from '#test/upgrade/recount.ts'
import { deliverPaper } from './deliver-paper.ts'

const start = () => startMailingApp({ TEST_PAYMENTS: 'true' })

describeService('papers on their way to buyers', start, ({ service }) => {
  /** Runs the deliveries that wait, each once; those that fail stay. */
  async function deliver(): Promise<unknown[]> {
    const { rows } = await service.deps.pool.query("select id, payload from jobs where name = 'papers.deliver'")
    const faults: unknown[] = []
    for (const { id, payload } of rows)
      await deliverPaper.run(service.deps, payload).then(
        () => service.deps.pool.query('delete from jobs where id = $1', [id]),
        (error) => faults.push(error),
      )
    return faults
  }

  /** A paid order with its number. */
  async function invoiced(settings: object, email = `${unique('ada')}@example.com`) {
    const shop = await makeInvoicingShop(service, settings)
    const order = await makeOrder(service, shop, [{}], { email })
    await order.pay()
    await numberAll(service, shop)
    const resend = (body?: object) =>
      service.request('POST', `/admin/orders/${order.id}/invoice/send`, { headers: shop.owner.headers, body })
    const sending = async () => (await order.papers()).map((paper: { sending: unknown }) => paper.sending)
    return { shop, order, email, resend, sending }
  }

  it('a paper that waits for its order has written nothing, so the log tells of it behind that change', async () => {
    const { shop, order, sending } = await invoiced({ send_by: 'mail' })
    const change = await holdLocks(service, sql`select from orders where id = ${order.id} for no key update`)
    const delivery = deliver()
    await until(async () => (await lockWaits(service)) > 0, 'the paper to wait for its order')
    const { rows: free } = await sql`
      select from invoice_sendings where merchant_id = ${shop.id} for update skip locked`.execute(service.deps.db)
    await change.commit()
    assert.deepEqual([await delivery, free.length], [[], 1])
    assert.equal((await sending())[0].status, 'sent')
  })

  it('an invoice and its credit note are mailed as PDFs, and order.updated tells of each once', async () => {
    const { shop, order, email, sending } = await invoiced({ send_by: 'mail' })
    assert.deepEqual(await sending(), [{ by: 'mail', status: 'pending', failure: null, sent_at: null }])
    assert.equal((await order.refund({ amount: 1 })).status, 201)
    await numberAll(service, shop)
    assert.deepEqual(await deliver(), [])
    const own = service.mail.mails.filter(({ to }) => to.includes(email))
    assert.deepEqual(
      own.map(({ subject }) => subject),
      [`Your invoice INV-1 from ${shop.name}`, `Your credit note INV-CN-1 from ${shop.name}`],
    )
    const { rows: files } = await service.deps.pool.query(
      "select pdf from invoice_files join invoices on id = invoice_id where order_id = $1 and kind = 'invoice'",
      [order.id],
    )
    assert.ok(own[0]?.source.replaceAll(/\r?\n/g, '').includes(files[0].pdf.toString('base64')))
    assert.match(own[0]?.source ?? '', /filename=INV-1\.pdf/)
    for (const { status, sent_at } of await sending()) assert.deepEqual([status, typeof sent_at], ['sent', 'string'])
    const told = (await eventsOf(service, shop.id, 'order.updated')).filter(({ data }) => data.invoice !== undefined)
    assert.deepEqual(
      told.map(({ data }) => [data.change, data.invoice.number, data.order.id]),
      [
        ['invoiced', 'INV-1', order.id],
        ['credited', 'INV-CN-1', order.id],
      ],
    )
    const versions = told.map(({ data }) => data.order.version)
    assert.ok(versions[0] < versions[1])
    // A job may run twice.
    const { rows } = await service.deps.pool.query('select id from invoices where merchant_id = $1', [shop.id])
    for (const { id } of rows) await deliverPaper.run(service.deps, { merchantId: shop.id, invoiceId: id })
    assert.equal(service.mail.mails.filter(({ to }) => to.includes(email)).length, 2)
    assert.equal((await eventsOf(service, shop.id, 'order.updated')).filter(({ data }) => data.invoice).length, 2)
    assert.deepEqual(await differences(service.databaseUrl), {})
  })

  it('a shop without the setting sends none, and its event is told; POST …/invoice/send sends one', async () => {
    const { shop, order, email, resend, sending } = await invoiced({})
    await deliver()
    assert.deepEqual([await sending(), service.mail.mails.filter(({ to }) => to.includes(email)).length], [[null], 0])
    assert.equal((await eventsOf(service, shop.id, 'order.updated')).filter(({ data }) => data.invoice).length, 1)
    const asked = await resend()
    assert.deepEqual([asked.status, asked.body.data.number], [202, 'INV-1'])
    assert.deepEqual(asked.body.data.sending, { by: 'mail', status: 'pending', failure: null, sent_at: null })
    await deliver()
    assert.equal((await resend({ number: 'INV-1' })).status, 202)
    await deliver()
    const own = service.mail.mails.filter(({ to }) => to.includes(email))
    assert.equal(own.length, 2)
    assert.equal(new Set(own.map(({ messageId }) => messageId)).size, 2)
    assertRefused(await resend({ number: 'INV-9' }), 404, 'NOT_FOUND')
    const { rows } = await service.deps.pool.query(
      "select changes from audit_entries where target_id = $1 and action = 'order.invoice_sent'",
      [order.id],
    )
    assert.deepEqual(
      rows.map(({ changes }) => changes),
      [{ number: [null, 'INV-1'] }, { number: [null, 'INV-1'] }],
    )
  })

  it('a paper of every script is mailed as a PDF, one that no font can write as its page and XML', async () => {
    const shop = await makeInvoicingShop(service, { send_by: 'mail' })
    const mailed = async (name: string) => {
      const email = `${unique('ada')}@example.com`
      const order = await makeOrder(service, shop, [{}], { email, shipping_address: { ...berlin, name } })
      await order.pay()
      await numberAll(service, shop)
      assert.deepEqual(await deliver(), [])
      const { source = '' } = service.mail.mails.find(({ to }) => to.includes(email)) ?? {}
      const { rows } = await service.deps.pool.query(
        'select pdf, missing from invoice_files join invoices on id = invoice_id where order_id = $1',
        [order.id],
      )
      const files = [...source.matchAll(/filename=INV-\d+\.(\w+)/g)].map(([, type]) => type)
      return { order, files, content: source.replaceAll(/\r?\n/g, ''), ...rows[0] }
    }
    for (const name of ['王小明', 'محمد عبد الله', 'ישראל ישראלי', 'สมชาย ใจดี', 'Ada ★ ① 🎁']) {
      const { files, pdf, missing } = await mailed(name)
      assert.deepEqual([files, missing], [['pdf'], null], name)
      assert.ok(pdf.length > 0)
    }
    const { order, files, content, pdf, missing } = await mailed('ᛗᚨᚷᚾᚢᛊ')
    assert.deepEqual([files, pdf, missing], [['html', 'xml'], null, 'ᛗᚨᚷᚾᚢᛊ'])
    const page = await order.page()
    assert.ok(page.body.includes('ᛗᚨᚷᚾᚢᛊ'))
    assert.ok(content.includes(Buffer.from(page.body).toString('base64')))
    assert.match(content, /It is attached as a page/)
    assert.equal((await order.papers())[0].sending.status, 'sent')
    for (const format of ['pdf', 'facturx']) {
      const refused = await order.page(`?format=${format}`)
      assertRefused(refused, 409, 'CONFLICT')
      assert.match(refused.body.error.message, /do not have ᛗ \(U\+16D7\), .* and 1 more; its page is there .* its XML/)
    }
    assert.match((await order.page('?format=ubl')).body, /ᛗᚨᚷᚾᚢᛊ/)
    assert.deepEqual(await differences(service.databaseUrl), {})
  })

  it('a mail server that is away is asked again; one that refuses the address is not', async () => {
    const { email, sending, resend } = await invoiced({ send_by: 'mail' })
    service.mail.refuseWith(451)
    assert.equal((await deliver()).length, 1)
    assert.deepEqual(await sending(), [{ by: 'mail', status: 'pending', failure: 'not_answered', sent_at: null }])
    service.mail.refuseWith(550)
    assert.deepEqual(await deliver(), [])
    assert.deepEqual(await sending(), [{ by: 'mail', status: 'failed', failure: 'address_refused', sent_at: null }])
    service.mail.refuseWith(undefined)
    assert.equal((await resend()).status, 202)
    await deliver()
    assert.equal(service.mail.mails.filter(({ to }) => to.includes(email)).length, 1)
  })

  it('after a day without an answer the paper has failed, and staff sends it again', async () => {
    const { sending } = await invoiced({ send_by: 'test' }, `${unique('ada')}@unreachable.example`)
    for (let attempt = 1; attempt < maxAttempts; attempt++) assert.equal((await deliver()).length, 1)
    assert.equal((await sending())[0].status, 'pending')
    assert.deepEqual(await deliver(), [])
    assert.deepEqual(await sending(), [{ by: 'test', status: 'failed', failure: 'not_answered', sent_at: null }])
  })

  it('the test sender sends, and refuses receivers that it does not know', async () => {
    const [sent, refused] = [
      await invoiced({ send_by: 'test' }),
      await invoiced({ send_by: 'test' }, `${unique('ada')}@refused.example`),
    ]
    await deliver()
    assert.equal((await sent.sending())[0].status, 'sent')
    assert.equal((await refused.sending())[0].failure, 'receiver_unknown')
    assert.equal(service.mail.mails.filter(({ to }) => to.includes(sent.email) || to.includes(refused.email)).length, 0)
  })

  it('PATCH /admin/merchant with a sender that is not there answers 400; a live shop has mail alone', async (t) => {
    const { shop, order } = await invoiced({ send_by: 'test' })
    const { headers } = shop.owner
    const set = (at: Pick<TestApp, 'request'>, send_by: string) =>
      at.request('PATCH', '/admin/merchant', { headers, body: { invoices: { ...invoiceSettings, send_by } } })
    const refused = await set(service, 'pigeon')
    assertRefused(refused, 400, 'VALIDATION_ERROR')
    assert.equal(refused.body.error.details[0].field, 'invoices.send_by')
    const live = await startTestApp({ TEST_PAYMENTS: 'false' }, service.databaseUrl)
    t.after(() => live.close())
    assertRefused(await set(live, 'test'), 400, 'VALIDATION_ERROR')
    assert.equal((await set(live, 'mail')).status, 200)
    assert.equal((await set(service, 'test')).status, 200)
    const path = `/admin/orders/${order.id}/invoice/send`
    assertRefused(await live.request('POST', path, { headers }), 409, 'CONFLICT')
    const key = { ...headers, 'idempotency-key': unique('send') }
    const twice = [1, 2].map(() => service.request('POST', path, { headers: key }))
    for (const { status } of await Promise.all(twice)) assert.ok([202, 409].includes(status))
    assertRefused(
      await service.request('POST', path, { headers: key, body: { number: 'INV-1' } }),
      422,
      'IDEMPOTENCY_KEY_REUSED',
    )
  })
})
