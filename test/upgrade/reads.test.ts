import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import type { LargeShop } from '#test/support/large-shop.ts'
import { readIds } from '#test/support/large-shop-ids.ts'
import { grown } from '#test/support/large-shop-people.ts'
import { assertNone, startWatchedApp, watchPlans } from '#test/support/plan-watch.ts'
import { tellPlans } from '#test/support/plans.ts'
import { readsOnce } from '#test/support/reads-once.ts'
import { createEmptyDatabase, runOn, startRelease, unpackRelease010 } from './release.ts'
import { fillShop, registerShopper } from './shop.ts'

const ends: (() => unknown)[] = []
const atEnd = (work: () => unknown) => void ends.push(work)
after(async () => {
  for (const end of ends.reverse()) await end()
})

let databaseUrl: string
let merchantId: string
before(async () => {
  databaseUrl = await createEmptyDatabase(atEnd)
  const older = await startRelease(databaseUrl, atEnd, { folder: unpackRelease010(atEnd) })
  const owner = await fillShop(older.url, 'http://127.0.0.1:9/hooks')
  await registerShopper(older.url, owner)
  await older.stop()
  merchantId = owner.merchantId
  // PostgreSQL has looked at the tables of a young shop.
  await runOn(databaseUrl, 'analyze')
  await fill()
  const newer = await startRelease(databaseUrl, atEnd)
  await newer.stop()
})

/** In the tables of release 0.1.0. */
async function fill(): Promise<void> {
  const run = (statement: string) => runOn(databaseUrl, statement, [merchantId])
  await run(`
    insert into products (merchant_id, id, sku, name, category, price_minor, price_common, currency, status,
                          in_stock, created_at, updated_at)
    select $1, gen_random_uuid(), 'S' || n, 'Lantern red oak' || n, 'C' || n % 40, n, n * 10, currency, 'active',
           true, now(), now()
      from generate_series(1, ${grown.products}) n, merchants where id = $1`)
  await run(`
    insert into stock (merchant_id, product_id, on_hand, updated_at)
    select merchant_id, id, 90, now() from products
     where merchant_id = $1 and not exists (select from stock where stock.product_id = products.id)`)
  await run(`
    insert into orders (merchant_id, id, user_id, order_number, status, payment_status, currency, total_minor,
                        created_at, updated_at)
    select $1, gen_random_uuid(), shopper.id, to_char(at at time zone 'UTC', 'YYMMDD-') || lpad(n::text, 6, '0'),
           'pending', 'unpaid', currency, 500, at, now()
      from generate_series(1, ${grown.orders}) n, merchants,
           lateral (select now() - n * interval '1 minute' as at) placed,
           lateral (select id from users where email is not null order by created_at desc limit 1) shopper
     where merchants.id = $1`)
  await run(`
    insert into order_items (merchant_id, order_id, line, product_id, sku, name, quantity, price_minor)
    select $1, placed.id, 1, product.id, product.sku, product.name, 1, 500
      from orders placed, lateral (select * from products where merchant_id = $1 and sku = 'S3') product
     where placed.merchant_id = $1 and not exists (select from order_items where order_id = placed.id)`)
}

const lists = /^GET \/(catalog\/(products|categories|suggest)|marketplace\/search|admin\/(inventory|dashboard|counts))$/
/** Nothing is in the shop of what that release had not. */
const isRead = (name: string) =>
  lists.test(name) || /^GET \/admin\/(products|orders|users)(\/\{id\}|\/export)?$/.test(name)

it('a list of a shop that was just upgraded reads a page, or each row once', async () => {
  await tellPlans(databaseUrl)
  const service = await startWatchedApp(databaseUrl)
  atEnd(() => service.close())
  const { db } = service.deps
  const { rows } = await sql<{ owner: string; shopper: string }>`
    select (select user_id from staff where merchant_id = ${merchantId} and role = 'owner' limit 1) as owner,
           (select user_id from orders where merchant_id = ${merchantId} and status = 'pending' limit 1)
             as shopper`.execute(db)
  const [people] = rows
  if (people === undefined) throw new Error('the shop has nobody')
  const ids = await readIds(db, {
    size: grown,
    shop: sql`${merchantId}::uuid`,
    user: sql`${people.shopper}::uuid`,
    owner: sql`${people.owner}::uuid`,
  })
  // Requests need no more of it.
  const shop = {
    merchant: { id: merchantId, owner: { id: people.owner } },
    shopper: { id: people.shopper },
    ids: { ...ids, event: newId(), order: ids.unpaidOrder, colleague: people.owner, feedKey: '', orderToken: '' },
  } as LargeShop
  const watch = watchPlans(service, shop, await readsOnce(service.deps.db))
  // What each second folds.
  await watch.runSweeps()
  assertNone(await watch.readEverything(isRead))
})
