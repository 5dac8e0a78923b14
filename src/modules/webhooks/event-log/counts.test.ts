import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { eventPublicId, newId } from '#src/platform/lib/ids.ts'
import { rememberedTotals } from '#src/platform/lib/totals.ts'
import { type EventName, emit } from '#src/platform/outbox/index.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { numberLog } from './numbering.ts'
import { numberEvents } from './numbering-queries.ts'
import { createPartitions, dropPartitions } from './retention-queries.ts'

interface LogRow {
  id: string
  name: string
  at: number
}

/** Compares the log and its totals with a look at all rows, for every filter. */
describeService('the event log and its totals', ({ service }) => {
  before(async () => {
    // Each total is too old for the next request.
    let now = 0
    service.deps.totals = rememberedTotals(() => (now += 5_000))
  })

  const query = async (text: string, values: unknown[] = []) => (await service.deps.pool.query(text, values)).rows
  const number = () => numberLog.run(service.deps)
  const happen = (merchant: TestMerchant, transactions: number, each: number) =>
    Array.from({ length: transactions }).reduce<Promise<void>>(async (before, _, n) => {
      await before
      await inTransaction(service.deps.db, (transaction) =>
        emit(
          transaction,
          Array.from({ length: each }, (_, m) => ({
            merchantId: merchant.id,
            userId: newId(),
            name: ((n * each + m) % 170 === 0
              ? 'user.deleted'
              : m % 3 === 0
                ? 'order.created'
                : 'order.updated') as EventName,
            data: {},
          })),
        ),
      )
    }, Promise.resolve())

  const log = async (merchant: TestMerchant): Promise<LogRow[]> => {
    while ((await numberEvents(service.deps.db, merchant.id, true)).numbered > 0);
    return (
      await query(
        `select id, name, ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint as at from events
          where merchant_id = $1 and not is_test order by position`,
        [merchant.id],
      )
    ).map(({ id, name, at }) => ({ id: eventPublicId(id), name, at: Number(at) }))
  }

  const read = async (merchant: TestMerchant, parameters: string) =>
    (await service.request('GET', `/admin/events?${parameters}`, { headers: merchant.owner.headers })).body.data

  async function assertEveryFilterRight(merchant: TestMerchant, rows: LogRow[]): Promise<void> {
    const at = (share: number) => rows[Math.floor(rows.length * share)]
    for (const event of [undefined, 'order.created', 'user.deleted', 'cart.abandoned'])
      for (const behind of [undefined, at(0), at(0.37), at(0.95)])
        for (const since of [undefined, at(0.2)?.at, at(0.71)?.at]) {
          const expected = rows
            .slice(behind === undefined ? 0 : rows.indexOf(behind) + 1)
            .filter((row) => row.name === (event ?? row.name) && row.at >= (since ?? 0))
            .map(({ id }) => id)
          const filter = [
            ...(event === undefined ? [] : [`event=${event}`]),
            ...(behind === undefined ? [] : [`after=${behind.id}`]),
            ...(since === undefined ? [] : [`since=${new Date(since).toISOString()}`]),
          ].join('&')
          const ids = (items: { id: string }[]) => items.map(({ id }) => id)
          const first = await read(merchant, `limit=3&${filter}`)
          assert.equal(first.pagination.total, expected.length, filter)
          assert.deepEqual(ids(first.items), expected.slice(0, 3), filter)
          if (first.pagination.has_more) {
            const next = await read(merchant, `limit=90&cursor=${first.pagination.next_cursor}&${filter}`)
            assert.equal(next.pagination.total, expected.length, filter)
            assert.deepEqual(ids(next.items), expected.slice(3, 93), filter)
          }
          const newestFirst = expected.toReversed()
          const last = await read(merchant, `limit=3&order=desc&${filter}`)
          assert.equal(last.pagination.total, expected.length, filter)
          assert.deepEqual(ids(last.items), newestFirst.slice(0, 3), filter)
          if (last.pagination.has_more) {
            const before = await read(merchant, `limit=90&order=desc&cursor=${last.pagination.next_cursor}&${filter}`)
            assert.equal(before.pagination.total, expected.length, filter)
            assert.deepEqual(ids(before.items), newestFirst.slice(3, 93), filter)
          }
          const deep = await read(merchant, `limit=5&offset=611&${filter}`)
          assert.deepEqual(ids(deep.items), expected.slice(611, 616), filter)
        }
  }

  it('are exact for every filter, over days and during a long transaction', async () => {
    const merchant = await makeMerchant(service)
    await happen(merchant, 30, 40)
    // The first half gets ids of days ago; it is numbered in the order of the transactions.
    await query(`select create_day_partitions((now() at time zone 'UTC')::date - back) from generate_series(1, 4) back`)
    await query(
      `update events
          set id = moved,
              body = convert_to(replace(convert_from(body, 'UTF8'), replace(old::text, '-', ''),
                                        replace(moved::text, '-', '')), 'UTF8')
         from (select id as old, n,
                      overlay(id::text placing left(uuid_at(now() - (31 - n) * interval '3 hours')::text, 13)
                              from 1)::uuid as moved
                 from (select id, dense_rank() over (order by transaction_id) as n
                         from events where merchant_id = $1) ranked) shifted
        where id = old and n < 20`,
      [merchant.id],
    )
    await assertEveryFilterRight(merchant, await log(merchant))
    await happen(merchant, 3, 40)
    const known = await log(merchant)
    await assertEveryFilterRight(merchant, known)
    const during = await inTransaction(service.deps.db, async (transaction) => {
      await emit(transaction, [{ merchantId: merchant.id, userId: newId(), name: 'order.created', data: {} }])
      await happen(merchant, 2, 40)
      return log(merchant)
    })
    assert.deepEqual(during.slice(0, known.length), known)
    assert.equal(during.length, known.length + 80)
    for (let round = 0; round < 3; round++) {
      await happen(merchant, 1, 40)
      await number()
    }
    const all = await log(merchant)
    assert.deepEqual(all.slice(0, during.length), during)
    assert.equal(all.length, during.length + 1 + 3 * 40)
    await assertEveryFilterRight(merchant, all)
  })

  it('are exact while events are written and numbered concurrently', async () => {
    const merchants = await Promise.all([1, 2, 3].map(() => makeMerchant(service)))
    let done = false
    const writing = Promise.all(
      merchants.map(async (merchant) => {
        const before = (await log(merchant)).length
        for (let n = 1; n <= 12; n++) {
          await happen(merchant, 1, 25)
          const { items, pagination } = await read(merchant, 'limit=100&offset=0&event=order.created')
          assert.ok(items.length <= pagination.total)
        }
        return before
      }),
    ).finally(() => {
      done = true
    })
    while (!done) await number()
    const before = await writing
    for (const [n, merchant] of merchants.entries())
      assert.equal((await read(merchant, '')).pagination.total, (before[n] ?? 0) + 300)
  })

  it('are dropped with the partitions of their day', async () => {
    const merchant = await makeMerchant(service)
    await query('delete from events where merchant_id = $1', [merchant.id])
    await query(
      `select create_day_partitions((now() at time zone 'UTC')::date - back) from generate_series(29, 33) back`,
    )
    await query(
      `insert into events (id, merchant_id, name, body, created_at)
       select overlay(uuid_at(now() - back * interval '1 day')::text placing left(md5(n::text), 12) from 25)::uuid,
              $1, 'order.created',
              '{"id": "evt_0", "event": "order.created", "created": 1, "data": {}, "api_version": "v1"}'::bytea,
              now() - back * interval '1 day'
         from generate_series(29, 33) back, generate_series(1, 3) n`,
      [merchant.id],
    )
    const total = async () => (await read(merchant, 'event=order.created')).pagination.total
    assert.equal(await total(), 15)
    await number()
    assert.equal(await total(), 15)
    await inTransaction(service.deps.db, (transaction) => dropPartitions(transaction, 30))
    assert.equal(await total(), 6)
    await inTransaction(service.deps.db, (transaction) => createPartitions(transaction, 0))
    assert.equal(await total(), 6)
  })
})
