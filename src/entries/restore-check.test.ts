import assert from 'node:assert/strict'
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { before, it } from 'node:test'
import pg from 'pg'
import { references } from '#src/app/restore-check/references.ts'
import { findingLines } from '#src/app/restore-check/report.ts'
import { checks, type Finding, runChecks } from '#src/app/restore-check/run-checks.ts'
import { foldMovements } from '#src/modules/inventory/fold-queries.ts'
import { dropPartitions } from '#src/modules/webhooks/event-log/retention-queries.ts'
import { snapshotOn } from '#src/platform/db/snapshot.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { unique } from '#test/support/app.ts'
import { describeShop, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeGroup } from '#test/support/groups.ts'
import { makeGuest } from '#test/support/guests.ts'
import { makeCreditedInvoice } from '#test/support/invoices.ts'
import { makePaidOrder, makeShopper, moveOrder, placeOrder, shopping, type TestShopper } from '#test/support/orders.ts'
import { makePicture } from '#test/support/pictures.ts'
import { makeProduct } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { damages } from '#test/support/restore-damages.ts'
import { runEntry } from '#test/support/run-entry.ts'
import { london, makeShippingMethod, setTaxRates } from '#test/support/selling.ts'
import { makeCardProduct, makeGiftCard, payWith } from '#test/support/stored-value.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { makeWebhook } from '#test/support/webhooks.ts'
import { differences } from '#test/upgrade/recount.ts'

const folder = temporaryFolder()

describeShop('commerce-admin restore-check', { DATA_DIR: folder }, ({ service, shop: merchant }) => {
  let picture: string
  const client = () => new pg.Client({ connectionString: service.databaseUrl })

  before(async () => {
    picture = await uploadPicture()
    const webhook = await makeWebhook(service, merchant)
    await service.deps.pool.query(
      `update webhook_subscriptions set created_at = created_at - interval '1 hour',
              updated_at = updated_at - interval '1 hour' where id = $1`,
      [webhook.id],
    )
    await useShop()
    // What a shop keeps was folded in part.
    for (const name of ['fold-figures', 'fold-sales', 'fold-uses', 'webhooks.number-events', 'search.learn_words']) {
      await runSweep(service, name)
    }
  })

  async function uploadPicture(): Promise<string> {
    const headers = { ...merchant.owner.headers, 'content-type': 'image/png' }
    const answer = await service.request('POST', '/admin/media', { headers, payload: await makePicture('png') })
    assert.equal(answer.status, 201)
    return answer.body.data.id
  }

  /** Orders in every state, and what belongs to them. */
  async function useShop(): Promise<void> {
    for (const move of ['complete', 'cancel', 'leave']) {
      const { shopper, order, product } = await placeOrder(service, merchant)
      if (move === 'leave') continue
      assert.equal((await shopper.pay(order.id)).status, 201)
      const moves = move === 'complete' ? ['processing', 'completed'] : ['cancelled']
      for (const status of moves) assert.equal((await moveOrder(service, merchant, order.id, status)).status, 200)
      const { status } = await service.request('POST', '/user/cart/items', {
        headers: shopper.headers,
        body: { product_id: product.id, quantity: 1 },
      })
      assert.ok(status < 300)
    }
    await runSweep(service, 'settle-payments')
    await makeGroup(service, merchant)
    const { id } = await makeProduct(service, merchant)
    const guest = await makeGuest(service)
    const asGuest = shopping(service, { ...guest.headers, 'merchant-id': merchant.id })
    assert.equal((await asGuest.order([{ product_id: id, quantity: 1 }], { email: 'ada@example.com' })).status, 201)
    const shopper = await makeShopper(service, merchant)
    const shipping_method_id = await makeShippingMethod(service, merchant)
    await setTaxRates(service, merchant, [{ rate: 20 }, { taxClass: 'shipping', rate: 20 }])
    const taxed = { shipping_address: london, shipping_method_id }
    assert.equal((await shopper.order([{ product_id: id, quantity: 3 }], taxed)).status, 201)
    const { code } = await makePromotion(service, merchant, { code: unique('ten'), usage_limit: 5 })
    const discounted = await shopper.order([{ product_id: id, quantity: 1 }], { discount_codes: [code] })
    assert.equal(discounted.status, 201)
    const { products, fulfil, refund } = await makePaidOrder(service, merchant, [2, 1])
    const [first, second] = products.map(({ id }) => ({ product_id: id, quantity: 1 }))
    assert.equal((await fulfil({ items: [second] })).status, 201)
    for (const items of [[first], [second]]) assert.equal((await refund({ items })).status, 201)
    await payInParts(shopper, id)
    await buyCards(shopper)
    await makeCreditedInvoice(service)
  }

  /** An order of two gift cards, of which one is refunded. */
  async function buyCards({ order, pay }: TestShopper): Promise<void> {
    const card = await makeCardProduct(service, merchant)
    const { id } = (await order([{ product_id: card.id, quantity: 2 }])).body.data
    assert.equal((await pay(id)).status, 201)
    const { headers } = merchant.owner
    const body = { items: [{ line: 1, quantity: 1 }] }
    assert.equal((await service.request('POST', `/admin/orders/${id}/refunds`, { headers, body })).status, 201)
  }

  /** An order that two payments pay, with a refund that takes of both, and one that ends partly paid. */
  async function payInParts({ headers, order, pay, cancel }: TestShopper, product_id: string): Promise<void> {
    for (const ends of ['refunded', 'cancelled']) {
      const { id, total } = (await order([{ product_id, quantity: 2 }])).body.data
      const post = (path: string, body: object) =>
        service.request('POST', `/admin/orders/${id}/${path}`, { headers: merchant.owner.headers, body })
      const { code } = await makeGiftCard(service, merchant, 1)
      assert.equal((await payWith(service, headers, id, code)).status, 201)
      if (ends === 'cancelled') assert.equal((await cancel(id)).status, 200)
      else {
        assert.equal((await pay(id)).status, 201)
        assert.equal((await post('refunds', { amount: total - 0.5 })).status, 201)
      }
    }
    await runSweep(service, 'settle-payments')
  }

  const run = (args: string[], environment?: Record<string, string>, entry = 'admin.ts') =>
    runEntry(service.databaseUrl, entry, args, environment)

  it('restore-check on a database that agrees exits 0, with a line for each check', async () => {
    assert.deepEqual(await differences(service.databaseUrl), {})
    const { code, stdout, stderr } = await run(['restore-check'])
    assert.deepEqual([code, stderr], [0, ''])
    const lines = stdout.trimEnd().split('\n')
    assert.match(lines[0] ?? '', /^database test_\w+ \(primary\) as of \S+ \S+; newest order 20\S+ .*, newest event 20/)
    assert.equal(lines.filter((line) => line.startsWith('ok    ')).length, checks.length)
    assert.match(
      stdout,
      /ok {4}orders: an order’s subtotal is that of its lines \(11 orders, 0 differences, \d+\.\d\d s\)/,
    )
    assert.match(lines.at(-1) ?? '', new RegExp(`^all ${checks.length} checks agree`))
  })

  it('restore-check --media exits 1 and names the picture whose file the store lacks', async () => {
    const whole = await run(['restore-check', '--media'], { DATA_DIR: folder })
    assert.deepEqual([whole.code, whole.stderr], [0, ''])
    assert.match(
      whole.stdout,
      /ok {4}catalog: a picture that is ready has all its files in the store \(1 media, 0 diff/,
    )
    const shelf = join(folder, 'media', picture.slice(-2))
    const [file = ''] = await readdir(shelf)
    await rename(join(shelf, file), join(folder, file))
    const { code, stdout } = await run(['restore-check', '--media'], { DATA_DIR: folder })
    await rename(join(folder, file), join(shelf, file))
    assert.equal(code, 1)
    assert.match(stdout, /WRONG catalog: a picture that is ready has all its files in the store/)
    assert.ok(stdout.includes(`"picture_id":"${picture}","files":1`), stdout)
    const wrong = await run(['restore-check', '--media'], { MEDIA_STORE: 'http://bucket' })
    assert.deepEqual([wrong.code, wrong.stdout], [2, ''])
    assert.match(wrong.stderr, /MEDIA_STORE: expected s3:/)
  })

  it('restore-check finds the damage that each check is for', async () => {
    assert.deepEqual(Object.keys(damages).sort(), checks.map(({ name }) => name).sort())
    const db = client()
    await db.connect()
    const missed: string[] = []
    try {
      for (const check of checks) {
        await db.query('begin; set local session_replication_role = replica')
        await db.query(damages[check.name] as string)
        const found: Finding[] = []
        for await (const finding of runChecks(snapshotOn(db), [check])) found.push(finding)
        await db.query('rollback')
        const [text = ''] = found.map(findingLines)
        const isFound = text.startsWith(`WRONG ${check.area}: ${check.name} (`)
        if (!isFound || !/, [1-9]\d* differences, .*\n {6}\{".*(_id|word|value)"/.test(text)) missed.push(text)
      }
    } finally {
      await db.end()
    }
    assert.deepEqual(missed, [])
  })

  it('restore-check on a database with a wrong order exits 1 and names it, also as JSON', async () => {
    const { pool } = service.deps
    const { rows } = await pool.query(`select id from orders where status = 'completed'`)
    const change = (by: number) =>
      pool.query(
        'update orders set total_minor = total_minor + $1, subtotal_minor = subtotal_minor + $1 where id = $2',
        [by, rows[0].id],
      )
    await change(1)
    const { code, stdout, stderr } = await run(['restore-check'])
    const json = await run(['restore-check', '--json'])
    await change(-1)
    assert.deepEqual([code, stderr, json.code, json.stderr], [1, '', 1, ''])
    const lines = stdout.split('\n')
    const wrong = lines.findIndex((line) => line.startsWith('WRONG'))
    assert.match(
      lines[wrong] ?? '',
      /^WRONG orders: an order’s subtotal is that of its lines \(11 orders, 1 differences, /,
    )
    assert.ok(lines[wrong + 1]?.includes(`"order_id":"${rows[0].id}"`), stdout)
    assert.match(stdout, /\n\d of \d+ checks disagree/)
    const { agrees, checks: found, database } = JSON.parse(json.stdout)
    assert.deepEqual([agrees, found.length, database.standby], [false, checks.length, false])
    const { seconds, examples, ...finding } = found.find(({ differences }: Finding) => differences > 0)
    assert.deepEqual(finding, {
      area: 'orders',
      name: 'an order’s subtotal is that of its lines',
      of: 'orders',
      rows: 11,
      differences: 1,
    })
    assert.equal(examples[0].order_id, rows[0].id)
  })

  it('restore-check goes on after rows that cannot be read, and counts them as a difference', async () => {
    const db = client()
    await db.connect()
    try {
      await db.query('begin; set local session_replication_role = replica')
      await db.query(`update events set body = '{"data":' where name = 'order.created'`)
      const found: string[] = []
      for await (const finding of runChecks(snapshotOn(db)))
        if (finding.differences > 0) found.push(findingLines(finding))
      await db.query('rollback')
      assert.match(
        found.join(''),
        /WRONG orders: an order’s events are those.*\n {6}cannot be read: invalid input syntax/,
      )
    } finally {
      await db.end()
    }
  })

  it('restore-check beside writes finds no difference: it reads one moment', async () => {
    let over = false
    const writing = (async () => {
      while (!over) await useShop()
    })()
    try {
      for (let n = 0; n < 3; n++) assert.deepEqual(await differences(service.databaseUrl), {})
    } finally {
      over = true
      await writing
    }
  })

  it('restore-check takes no offence at a refund of which one part is given and one is under way', async () => {
    const db = client()
    await db.connect()
    try {
      const check = checks.find(({ name }) => name.startsWith('an order’s refunds are what it says'))
      assert.ok(check)
      const count = async () => {
        let found = 0
        for await (const { differences } of runChecks(snapshotOn(db), [check])) found += differences
        return found
      }
      await db.query('begin; set local session_replication_role = replica')
      const { rows } = await db.query(`select refund_id, order_id, min(part.payment_id::text) as payment_id
        from refund_parts part join refunds on refunds.id = refund_id group by 1, 2 having count(*) > 1 limit 1`)
      const { refund_id, order_id, payment_id } = rows[0]
      await db.query(`update orders set payment_status = 'paid' where id = $1`, [order_id])
      assert.equal(await count(), 1)
      const unsettled = `set status = 'pending', settled_at = null`
      await db.query(`update refund_parts ${unsettled} where payment_id = $1`, [payment_id])
      await db.query(`update refunds ${unsettled} where id = $1`, [refund_id])
      assert.equal(await count(), 0)
    } finally {
      await db.end()
    }
  })

  it('restore-check knows every foreign key of the schema', async () => {
    const { rows } = await service.deps.pool.query(`
      select conrelid::regclass::text as from, confrelid::regclass::text as to,
             (select string_agg(attname, ', ' order by place) from unnest(conkey) with ordinality k (number, place)
                join pg_attribute on attrelid = conrelid and attnum = number) as columns
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
    const known = references.map(({ from, columns, to }) => ({ from, to, columns }))
    for (const key of rows)
      assert.ok(
        known.some((one) => JSON.stringify(one) === JSON.stringify(key)),
        JSON.stringify(key),
      )
  })

  it('restore-check of a database that has dropped old events and summed up old movements exits 0', async () => {
    await inTransaction(service.deps.db, (transaction) => dropPartitions(transaction, -1))
    const { folded } = await foldMovements(service.deps.db, undefined, -1, { products: 500, movements: 500 })
    assert.ok(folded > 0)
    assert.deepEqual(await differences(service.databaseUrl), {})
    await service.deps.pool.query('update figure_hours set delivered = delivered - 1')
    assert.deepEqual(Object.keys(await differences(service.databaseUrl)), [
      'figures: figures by the quarter of an hour',
    ])
  })
})
