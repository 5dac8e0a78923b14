import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { foldUseChanges } from '#src/modules/promotions/fold-queries.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makePromotion } from '#test/support/promotions.ts'

const dayMs = 86_400_000
const quarterMs = 15 * 60_000
const zones = ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'America/St_Johns']

describeService('discounts of a range', ({ service }) => {
  it('GET /admin/dashboard and GET /admin/promotions equal a recount of the uses, folded or not', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const { db } = service.deps
    const promotions: string[] = []
    for (const name of ['A', 'B', 'C'])
      promotions.push((await makePromotion(service, shop, { name, code: name + 1e3 })).id)
    const end = Date.UTC(2026, 10, 21)
    const uses: { promotion_id: string; order_id: string }[] = []
    const step = fc.record({
      kind: fc.constantFrom('use', 'use', 'use', 'release', 'change', 'erase', 'fold'),
      pick: fc.nat(1_000),
      // Often on both sides of a midnight.
      quarters: fc.oneof(fc.integer({ min: 1, max: 30 * 96 }), fc.integer({ min: 94, max: 98 })),
    })

    async function act({ kind, pick, quarters }: { kind: string; pick: number; quarters: number }) {
      if (kind === 'fold') await foldUseChanges(db, 1 + (pick % 5))
      if (kind === 'use') {
        const use = { promotion_id: promotions[pick % 3] ?? '', order_id: newId() }
        const created_at = new Date(end - quarters * quarterMs + (pick % 2) * (quarterMs - 1))
        const amounts = { amount_minor: pick, shipping_minor: pick % 7 }
        const row = { merchant_id: shop.id, ...use, user_id: newId(), ...amounts, created_at }
        await db.insertInto('promotion_uses').values(row).execute()
        uses.push(use)
      }
      const { promotion_id, order_id } = uses[pick % Math.max(1, uses.length)] ?? {}
      if (promotion_id === undefined || order_id === undefined) return
      const one = sql`where promotion_id = ${promotion_id} and order_id = ${order_id}`
      if (kind === 'release') await sql`update promotion_uses set released = true ${one}`.execute(db)
      if (kind === 'change') await sql`update promotion_uses set amount_minor = amount_minor + 3 ${one}`.execute(db)
      if (kind === 'erase') await sql`delete from promotion_uses ${one}`.execute(db)
    }

    async function check(zone: string, daysAgo: number, days: number) {
      await service.request('PATCH', '/admin/merchant', { headers, body: { timezone: zone } })
      const day = (ago: number) => new Date(end - ago * dayMs).toISOString().slice(0, 10)
      const [from, last] = [day(daysAgo + days), day(daysAgo)]
      const { body } = await service.request('GET', `/admin/dashboard?from=${from}&to=${last}`, { headers })
      const { rows: expected } = await sql`
        select promotion_id, name, count(*)::int as orders, sum(amount_minor)::float8 / 100 as amount,
               sum(shipping_minor)::float8 / 100 as shipping_amount
          from promotion_uses used join promotions on promotions.id = promotion_id
         where used.merchant_id = ${shop.id} and not released
           and used.created_at >= ${from}::timestamp at time zone ${zone}
           and used.created_at < (${last}::timestamp + interval '1 day') at time zone ${zone}
         group by 1, 2 order by sum(amount_minor + shipping_minor) desc, 1`.execute(db)
      assert.deepEqual(body.data.discounts.by_promotion, expected, `${zone} ${from} to ${last}`)
      const { body: list } = await service.request('GET', '/admin/promotions', { headers })
      const { rows: counted } = await sql<{ id: string; uses: number }>`
        select id,
               (select count(*)::int from promotion_uses where promotion_id = promotions.id and not released) as uses
          from promotions where merchant_id = ${shop.id}`.execute(db)
      for (const { id, used_count } of list.data.items)
        assert.equal(used_count, counted.find((row) => row.id === id)?.uses)
    }

    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 12 }),
        fc.constantFrom(...zones),
        fc.nat(12),
        fc.nat(20),
        async (steps, zone, daysAgo, days) => {
          for (const one of steps) await act(one)
          await check(zone, daysAgo, days)
          await check(zone, 0, 0)
        },
      ),
      { numRuns: 25 },
    )
    while ((await foldUseChanges(db, 10)) > 0);
    for (const zone of zones) await check(zone, 3, 10)
  })
})
