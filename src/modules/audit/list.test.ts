import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { type AuditEntry, byUser, recordAudit } from '#src/platform/audit/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, type SignedInUser } from '#test/support/factories.ts'
import { assertRefused } from '#test/support/orders.ts'
import { runSweep } from '#test/support/sweeps.ts'

interface Entry {
  id: string
  at: string
  actor: { id: string | null }
  action: string
  target: { id: string }
  changes: Record<string, [unknown, unknown]>
}

describeShop('the list of the audit log', ({ service, shop }) => {
  const list = (by: SignedInUser, query = '') =>
    service.request('GET', `/admin/audit-log${query}`, { headers: by.headers })
  const told = (entries: readonly Entry[]) => entries.map(({ action, changes }) => [action, changes])

  it('GET /admin/audit-log by a viewer answers 403, and another merchant’s entries are never shown', async () => {
    const [viewer, rival] = await Promise.all([makeStaff(service, shop.id, 'viewer'), makeMerchant(service)])
    assertRefused(await list(viewer), 403, 'INSUFFICIENT_PERMISSIONS')
    const { items, pagination } = (await list(rival.owner)).body.data
    assert.deepEqual([told(items), pagination.total], [[['staff.signed_in', {}]], 1])
    const filters = [`actor=${shop.owner.id}`, `target=${shop.id}`]
    for (const filter of filters) assert.equal((await list(rival.owner, `?${filter}`)).body.data.pagination.total, 0)
  })

  it('GET /admin/audit-log answers any filter page by page, with the exact total', async () => {
    const { id, owner } = await makeMerchant(service)
    const actors = [owner.id, newId(), newId()]
    const targets = [newId(), newId()]
    // Entries over three days, written now and dated back.
    for (let n = 0; n < 60; n++) {
      const entry: AuditEntry = {
        action: n % 2 ? 'product.updated' : 'stock.updated',
        targetId: targets[n % 3 === 0 ? 0 : 1] ?? '',
      }
      const cause = byUser(actors[n % 3] ?? null, { ip: '127.0.0.1', requestId: 'r' })
      await inTransaction(service.deps.db, (transaction) =>
        recordAudit(transaction, { merchantId: id, cause }, [entry]),
      )
    }
    await dateBack(id)
    const all = (await list(owner, '?limit=100')).body.data.items as Entry[]
    assert.equal(all.length, 61)
    const at = (n: number) => all[n]?.at as string
    const filters = [
      {},
      { actor: actors[1] },
      { action: 'stock.updated' },
      { actor: actors[2], action: 'product.updated' },
      { target: targets[0] },
      { from: at(40) },
      { to: at(10) },
      { from: at(50), to: at(7) },
      { from: at(20), to: at(19) },
      { from: at(19), to: at(20) },
      { from: `${at(45).slice(0, 13)}:00:00.000Z`, to: `${at(9).slice(0, 13)}:00:00Z` },
      { from: at(50), to: at(5), actor: actors[1], action: 'stock.updated', target: targets[1] },
      { from: at(50), to: at(5), actor: actors[1] },
    ]
    for (const filter of filters) {
      const { actor, action, target, from, to } = filter as Record<string, string | undefined>
      const expected = all.filter(
        (entry) =>
          (actor === undefined || entry.actor.id === actor) &&
          (action === undefined || entry.action === action) &&
          (target === undefined || entry.target.id === target) &&
          (from === undefined || Date.parse(entry.at) >= Date.parse(from)) &&
          (to === undefined || Date.parse(entry.at) < Date.parse(to)),
      )
      const query = new URLSearchParams(filter as Record<string, string>)
      const found: Entry[] = []
      let cursor = ''
      do {
        const { items, pagination } = (await list(owner, `?limit=7&${query}${cursor && `&cursor=${cursor}`}`)).body.data
        assert.equal(pagination.total, expected.length, `${query}`)
        found.push(...items)
        cursor = pagination.next_cursor
      } while (cursor !== '')
      assert.deepEqual(
        found.map((entry) => entry.id),
        expected.map((entry) => entry.id),
        `${query}`,
      )
    }
    assertRefused(await list(owner, '?from=1969-12-31T00:00:00Z'), 400, 'VALIDATION_ERROR')
    assertRefused(await list(owner, '?action=product.painted'), 400, 'VALIDATION_ERROR')
    assertRefused(await list(owner, '?actor=me'), 400, 'VALIDATION_ERROR')
  })

  it('the database refuses to update, delete or truncate entries, in every partition', async () => {
    const { rows } = await sql<{ name: string }>`
      select 'audit_entries' as name union all
      select inhrelid::regclass::text from pg_inherits where inhparent = 'audit_entries'::regclass`.execute(
      service.deps.db,
    )
    assert.ok(rows.length > 4)
    for (const { name } of rows) {
      await sql`insert into audit_entries (merchant_id, at, id, actor_type, action, target_type, target_id, changes)
        select ${newId()}, ${monthOf(name)}, ${newId()}, 'system', 'x.y', 'user', ${newId()}, '{}'`.execute(
        service.deps.db,
      )
      for (const change of [
        sql`update ${sql.table(name)} set ip = null`,
        sql`delete from ${sql.table(name)}`,
        sql`truncate ${sql.table(name)}`,
      ])
        await assert.rejects(change.execute(service.deps.db), /takes inserts only/, name)
    }
  })

  it('months are dropped when all of them is older than 400 days', async () => {
    const { id, owner } = await makeMerchant(service)
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    // Without partitions: what the default one caught is taken over when the month gets its own.
    for (const days of [399, 440]) await insertAt(id, daysAgo(days))
    for (const days of [399, 440])
      await sql`select create_audit_partition(${daysAgo(days)}::date)`.execute(service.deps.db)
    const { rows } = await sql`select from only audit_entries_default where merchant_id = ${id}`.execute(
      service.deps.db,
    )
    assert.equal(rows.length, 0)
    assert.equal((await list(owner)).body.data.pagination.total, 3)
    await runSweep(service, 'audit.drop-partitions')
    await runSweep(service, 'audit.make-partitions')
    const { items, pagination } = (await list(owner)).body.data
    assert.deepEqual([items.length, pagination.total], [2, 2])
    assert.equal(Date.parse(items[1].at) > daysAgo(400).getTime(), true)
  })

  /** A moment of the month that a partition is for. */
  function monthOf(name: string): Date {
    const month = /_(\d{4})(\d\d)$/.exec(name)
    return month
      ? new Date(`${month[1]}-${month[2]}-15T12:00:00Z`)
      : new Date(name.endsWith('default') ? 0 : Date.now())
  }

  /** Spreads a merchant's entries over three days, half an hour and more apart. */
  async function dateBack(merchantId: string): Promise<void> {
    const { db } = service.deps
    await inTransaction(db, async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      await sql`
        update audit_entries entry set at = at - numbered.n * interval '71 minutes 3 seconds'
          from (select id, row_number() over (order by id) as n from audit_entries
                 where merchant_id = ${merchantId}) numbered
         where entry.id = numbered.id and merchant_id = ${merchantId}`.execute(transaction)
    })
  }

  async function insertAt(merchantId: string, at: Date): Promise<void> {
    await sql`
      insert into audit_entries (merchant_id, at, id, actor_type, action, target_type, target_id, changes)
      select ${merchantId}, date_trunc('milliseconds', ${at}::timestamptz), ${newId()}, 'system', 'stock.updated',
             'product', ${newId()}, '{}'`.execute(service.deps.db)
  }
})
