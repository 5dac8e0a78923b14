import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { eventPublicId, newId } from '#src/platform/lib/ids.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { startTestApp } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { lockWaits } from '#test/support/locks.ts'
import { pagesRead, plansOf, tellPlans } from '#test/support/plans.ts'
import { until } from '#test/support/until.ts'
import { numberLog } from './numbering.ts'
import { numberEvents } from './numbering-queries.ts'

describeService('the order of the event log', ({ service }) => {
  const query = async (text: string, values: unknown[] = []) => (await service.deps.pool.query(text, values)).rows
  const happen = (merchant: TestMerchant, events = 1) =>
    inTransaction(service.deps.db, (transaction) =>
      emit(
        transaction,
        Array.from({ length: events }, () => ({
          merchantId: merchant.id,
          userId: newId(),
          name: 'order.created' as const,
          data: {},
        })),
      ),
    )
  /** An event that is written when this resolves, though not committed: it waits for the next statement otherwise. */
  async function write(transaction: Transaction, merchant: TestMerchant): Promise<void> {
    await emit(transaction, [{ merchantId: merchant.id, userId: newId(), name: 'order.updated', data: {} }])
    await sql`select`.execute(transaction)
  }
  const read = async (merchant: TestMerchant, parameters = '') =>
    (await service.request('GET', `/admin/events?${parameters}`, { headers: merchant.owner.headers })).body
  const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)
  const committed = async (merchant: TestMerchant): Promise<string[]> =>
    (await query('select id from events where merchant_id = $1 order by id', [merchant.id])).map(({ id }) =>
      eventPublicId(id),
    )
  const number = (merchant: TestMerchant) => numberEvents(service.deps.db, merchant.id, true)

  /** Reads on from what it has, with `after` or along a cursor, as long as something comes. */
  async function follow(merchant: TestMerchant, seen: string[], by: 'after' | 'cursor'): Promise<void> {
    for (;;) {
      const last = seen.at(-1)
      const page = (await read(merchant, `limit=7${last === undefined ? '' : `&after=${last}`}`)).data
      seen.push(...idsOf(page))
      let cursor = by === 'cursor' ? page.pagination.next_cursor : ''
      while (cursor !== '') {
        const next = (await read(merchant, `limit=7&cursor=${cursor}${last === undefined ? '' : `&after=${last}`}`))
          .data
        seen.push(...idsOf(next))
        cursor = next.pagination.next_cursor
      }
      if (page.items.length === 0) return
    }
  }

  it('followers get each event once from concurrent writers, some of which commit late, while all number', async () => {
    const merchant = await makeMerchant(service)
    const release = Promise.withResolvers<void>()
    const heldOpen = inTransaction(service.deps.db, async (transaction) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
      await write(transaction, merchant)
      await release.promise
    })
    let writing = true
    const writers = Promise.all(
      Array.from({ length: 3 }, async (_, writer) => {
        for (let n = 0; n < 25; n++)
          await inTransaction(service.deps.db, async (transaction) => {
            await emit(transaction, [{ merchantId: merchant.id, userId: newId(), name: 'order.created', data: {} }])
            if (n % 3 === writer) await happen(merchant)
            await emit(transaction, [{ merchantId: merchant.id, userId: newId(), name: 'order.completed', data: {} }])
          })
      }),
    ).finally(() => {
      writing = false
    })
    const seen: Record<'after' | 'cursor', string[]> = { after: [], cursor: [] }
    const reading = (['after', 'cursor'] as const).map(async (by) => {
      while (writing) await follow(merchant, seen[by], by)
    })
    const sweeping = (async () => {
      while (writing) await numberLog.run(service.deps)
    })()
    await Promise.all([writers, ...reading, sweeping])
    release.resolve()
    await heldOpen
    await happen(merchant)
    const all = await committed(merchant)
    for (const by of ['after', 'cursor'] as const) {
      await follow(merchant, seen[by], by)
      assert.equal(new Set(seen[by]).size, seen[by].length, `${by} repeats nothing`)
      assert.deepEqual(seen[by].toSorted(), all.toSorted(), `${by} misses nothing`)
    }
    assert.deepEqual(seen.after, seen.cursor)
  })

  it('two that number at once give each event one position: the later one waits', async () => {
    const merchant = await makeMerchant(service)
    await number(merchant)
    await happen(merchant, 1_500)
    const first = await inTransaction(service.deps.db, async (transaction) => {
      const holder = await numberEvents(transaction, merchant.id, true)
      const second = number(merchant)
      await happen(merchant, 3)
      await until(async () => (await lockWaits(service)) > 0, 'the second to wait')
      return { holder, second }
    })
    assert.equal(first.holder.numbered, 1_000)
    assert.equal((await first.second).numbered, 503, 'the rest and the three')
    const [row] = await query(
      `select count(*)::int as events, count(distinct position)::int as positions, max(position) as last,
              (select last_position from event_log_heads where merchant_id = $1) as head
         from events where merchant_id = $1`,
      [merchant.id],
    )
    assert.deepEqual([row.events, row.positions], [1_504, 1_504])
    assert.equal(row.last, row.head)
  })

  it('an event that commits after the log was numbered behind it gets its position', async () => {
    const merchant = await makeMerchant(service)
    const release = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const late = inTransaction(service.deps.db, async (transaction) => {
      await write(transaction, merchant)
      begun.resolve()
      await release.promise
    })
    await begun.promise
    await happen(merchant)
    await numberLog.run(service.deps)
    release.resolve()
    await late
    assert.deepEqual(idsOf((await read(merchant)).data).toSorted(), await committed(merchant))
  })

  it('one sweep numbers all of a large import', async () => {
    const merchant = await makeMerchant(service)
    await happen(merchant, 2_300)
    await numberLog.run(service.deps)
    const missing = 'select count(*)::int as count from events where merchant_id = $1 and position is null'
    assert.deepEqual(await query(missing, [merchant.id]), [{ count: 0 }])
  })

  it('a numbering that is rolled back is done again', async () => {
    const merchant = await makeMerchant(service)
    const rolledBack = inTransaction(service.deps.db, async (transaction) => {
      await numberEvents(transaction, merchant.id, true)
      throw new Error('rolled back')
    })
    await assert.rejects(rolledBack, /rolled back/)
    assert.deepEqual(idsOf((await read(merchant)).data), await committed(merchant))
  })

  it('what was not numbered before a restore comes before what happens after it', async () => {
    const merchant = await makeMerchant(service)
    await happen(merchant, 2)
    // As of a cluster whose counter was far ahead.
    await query(
      `update events set transaction_id = (transaction_id::text::bigint + 1000000)::text::xid8
        where merchant_id = $1 and position is null`,
      [merchant.id],
    )
    await happen(merchant, 2)
    assert.deepEqual(idsOf((await read(merchant)).data), await committed(merchant))
  })

  it('events with ids of earlier days are numbered too', async () => {
    const late = await makeMerchant(service)
    await numberLog.run(service.deps)
    await happen(late, 2)
    // As of a process whose clock is two days behind.
    await query(
      `update events
          set id = overlay(id::text placing left(uuid_at(now() - interval '2 days')::text, 13) from 1)::uuid
        where merchant_id = $1 and position is null and id = (
          select max(id::text)::uuid from events where merchant_id = $1 and position is null)`,
      [late.id],
    )
    const [{ recent }] = await query(`select uuid_at(now() - interval '1 day') as recent`)
    assert.equal((await numberEvents(service.deps.db, late.id, true, recent)).numbered, 1, 'the old one is left')
    await numberLog.run(service.deps)
    assert.deepEqual(await query('select from events where merchant_id = $1 and position is null', [late.id]), [])
    assert.equal((await read(late)).data.pagination.total, 3, 'with the registration')
  })

  it('after a failover that lost the last events followers of these are told, and no place is used twice', async () => {
    const merchant = await makeMerchant(service)
    await happen(merchant, 3)
    await number(merchant)
    const [replicated] = await query('select last_position from event_log_heads where merchant_id = $1', [merchant.id])
    await happen(merchant, 3)
    const known = (await read(merchant, 'limit=6')).data
    const lost = idsOf((await read(merchant)).data).at(-1)
    const lastPosition = 'select max(position) as position from events where merchant_id = $1'
    const [{ position: lastRead }] = await query(lastPosition, [merchant.id])
    // The new primary has neither the last events nor the end of the log after them.
    await query('delete from events where merchant_id = $1 and position > $2', [merchant.id, replicated.last_position])
    await query('update event_log_heads set last_position = $2 where merchant_id = $1', [
      merchant.id,
      replicated.last_position,
    ])

    await happen(merchant, 2)
    const written = (await committed(merchant)).slice(-2)
    const kept = idsOf(known)[3]
    assert.deepEqual(idsOf((await read(merchant, `after=${kept}`)).data), written)
    const newest = 'select min(position) as position from events where merchant_id = $1 and position > $2'
    const [{ position: firstNew }] = await query(newest, [merchant.id, replicated.last_position])
    assert.ok(firstNew > lastRead)
    const gone = await read(merchant, `limit=6&cursor=${known.pagination.next_cursor}`)
    assert.equal(gone.error.code, 'INVALID_CURSOR')
    const { error } = await read(merchant, `after=${lost}`)
    assert.deepEqual(error.details, [
      { field: 'after', message: 'must be the id of an event of the last 30 days; use since instead' },
    ])
  })

  it('looking for new events does not read those numbered while a snapshot was held', async () => {
    const merchant = await makeMerchant(service)
    await number(merchant)
    await tellPlans(service.databaseUrl)
    const watched = await startTestApp({}, service.databaseUrl)
    const holder = new pg.Client({ connectionString: service.databaseUrl })
    await holder.connect()
    try {
      await holder.query('begin isolation level repeatable read; select from events limit 1')
      for (let n = 0; n < 10; n++) {
        await happen(merchant, 300)
        await numberLog.run(service.deps)
      }
      // Transactions of other test files, on the same server, hold the mark back for as long as they are open.
      const { rows } = await service.deps.pool.query('select pg_current_xact_id()::text as id')
      await until(async () => {
        await happen(merchant, 1)
        await numberLog.run(service.deps)
        return (
          (await service.deps.pool.query('select from unnumbered_from() mark where mark > $1', [rows[0].id]))
            .rowCount === 1
        )
      }, 'the mark to move on')
      const plans = await plansOf(async () => {
        await numberEvents(watched.deps.db, merchant.id, true)
        await numberLog.run(watched.deps)
      })
      const looking = plans.filter(({ query }) => /position is null/.test(query))
      assert.ok(looking.length >= 2)
      for (const { query, plan } of looking) assert.ok(pagesRead(plan) < 100, `${pagesRead(plan)} pages: ${query}`)
    } finally {
      await holder.end()
      await watched.close()
    }
  })
})
