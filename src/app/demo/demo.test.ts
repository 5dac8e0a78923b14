import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { createDependencies } from '#src/app/dependencies.ts'
import { runChecks } from '#src/app/restore-check/run-checks.ts'
import { readConfig } from '#src/config.ts'
import { withSnapshot } from '#src/platform/db/snapshot.ts'
import { testSecrets, testSecretVariables } from '#test/support/app.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { startProcess, temporaryFolder } from '#test/support/process.ts'
import { until, untilReady } from '#test/support/until.ts'
import { createLogger } from '../logging.ts'
import { makeDemoShop } from './making.ts'
import { startMaking } from './making-thread.ts'
import { opensAt, planTrade } from './plan.ts'

/** Long ago, so that what has the time of today is found. */
const trade = { days: 6, ordersPerDay: 6, endsAt: new Date('2026-03-11T16:20:00Z') }
const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error', ...testSecretVariables })
const nobody = { email: '', password: '' }
const plan = planTrade({ ...trade, accounts: { owner: nobody, manager: nobody }, receiver: '' })
const planned = (what: string) => plan.filter((step) => step.what === what).length

/** May be in the future, or are of the database and not of the shop. */
const otherTimes = [
  ...['sessions.expires_at', 'users.guest_expires_at', 'mail_tokens.expires_at', 'invitations.expires_at'],
  ...['schema_migrations.applied_at', 'event_numbering.mailed_since', 'sweep_leases.held_until'],
]

describe('the demo shop', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let client: pg.Client
  let clocksBefore: unknown[]
  before(async () => {
    database = await createTestDatabase()
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    clocksBefore = await clocks()
  })
  after(async () => {
    await client.end()
    await database.drop()
  })
  const query = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows
  const work = () => ({ config, directUrl: database.url, ownerUrl: database.url, trade })
  const makers = `
    select from pg_stat_activity where datname = current_database() and application_name = 'commerce-demo'`
  /** A session may end later than the process that had it; the next maker waits for it 5 s. */
  const untilNobodyMakes = () =>
    until(async () => (await query(makers)).length === 0, 'the session of the maker to end')
  const stepsDone = async () => (await query('select step from demo_trade.state'))[0].step as number
  /** Where functions and columns find their clocks. */
  const clocks = () =>
    query(`
      select oid::regprocedure::text as place, proconfig::text as clock from pg_proc
       where pronamespace = 'public'::regnamespace
       union all
      select adrelid::regclass::text || adnum, pg_get_expr(adbin, adrelid) from pg_attrdef
       where adrelid in (select oid from pg_class
                          where relnamespace = 'public'::regnamespace and not relispartition)
       order by 1`)
  /** What a start makes of the database. */
  async function start(variables: Record<string, string>) {
    const settings = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...testSecretVariables, ...variables })
    const secrets = { jwt: testSecrets, seal: testSecrets }
    const deps = await createDependencies(settings, database.url, secrets, createLogger(settings))
    try {
      return await makeDemoShop(deps, { directUrl: database.url, ownerUrl: database.url }, Promise.resolve())
    } finally {
      await deps.close()
    }
  }

  it('is not made with DEMO_DATA=false', async () => {
    assert.equal(await start({ DEMO_DATA: 'false' }), undefined)
    assert.deepEqual(await query('select from merchants'), [])
  })

  it('is not begun before the service is ready, and never after a stop', async () => {
    const ready = Promise.withResolvers<void>()
    const making = startMaking(work(), { after: ready.promise })
    await making.stop()
    ready.resolve()
    assert.equal(await making.ended, 'stopped')
    assert.deepEqual(await query(`select to_regnamespace('demo_trade') as place`), [{ place: null }])
  })

  it('goes on after its maker was killed, and no answer of the service waits for it', async (t) => {
    const first = startMaking(work(), { onStep: (number) => void (number === 17 && first.kill()) })
    assert.equal(await first.ended, undefined)

    const done = await stepsDone()
    assert.ok(done > 17 && done < plan.length)
    // While this is locked, no step is begun.
    await query('begin')
    await query('lock table demo_trade.state')
    const service = await startProcess(t, {
      ...{ DATABASE_URL: database.url, WEB_PROCESSES: '1', LOG_LEVEL: 'error', ...testSecretVariables },
      DATA_DIR: await temporaryFolder(t),
    })
    await untilReady(service.url)
    await query('commit')
    await until(async () => (await stepsDone()) >= done + 5, 'the service to go on with it')
    await service.end('SIGKILL')
    await untilNobodyMakes()
  })

  it('repeats a step that was done and not noted, and is whole in the end', async () => {
    for (const kind of ['orders', 'pays', 'adjusts stock']) {
      const from = await stepsDone()
      const deadly = plan.findIndex(({ what }, number) => number > from && what === kind) + 1
      assert.ok(deadly > 0, kind)
      await query(`
        create or replace function die() returns trigger language plpgsql as $$ begin
          if new.step = ${deadly} then raise exception 'dead'; end if;
          return new;
        end $$;
        create or replace trigger dies before update on demo_trade.state for each row execute function die()`)
      await assert.rejects(startMaking(work()).ended, /dead/)
      await untilNobodyMakes()
      assert.equal(await stepsDone(), deadly - 1)
    }
    await query('drop function die() cascade')
    const refusals: string[] = []
    const onStep = (_: number, refusal = '') => void (refusal && refusals.push(refusal))
    assert.equal(await startMaking(work(), { onStep }).ended, 'made')
    assert.deepEqual(refusals, [])
  })

  it('holds what was planned, once', async () => {
    const counts = {
      orders: planned('orders'),
      payments: planned('pays'),
      'users where not is_guest': planned('registers') + 1,
      carts: planned('fills a cart'),
      webhook_subscriptions: planned('subscribes'),
      "staff where role = 'manager'": 1,
      invitations: 1,
      shipping_methods: 4,
      api_keys: 1,
      "products where sku like 'DEMO-%'": planned('adds a product'),
      "stock_movements where reason ~ 'Stocktake|Broken'": 2,
    }
    for (const [rows, expected] of Object.entries(counts))
      assert.deepEqual(await query(`select count(*)::int from ${rows}`), [{ count: expected }], rows)
    const kinds = await query(`
      select distinct kind from (
        select status as kind from orders union all select payment_status from orders
         union all select fulfillment_status from orders union all select 'cart ' || status from carts
         union all select 'payment ' || status from payments union all select 'delivery ' || status from deliveries
         union all select 'staff ' || role from staff union all select 'refund ' || status from refunds
         union all select 'stock none' from stock where on_hand = 0) found order by 1`)
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      [
        ...['cancelled', 'cart abandoned', 'cart active', 'completed', 'delivery delivered', 'delivery failed'],
        ...['fulfilled', 'paid', 'partially_fulfilled', 'partially_refunded', 'payment failed', 'payment succeeded'],
        ...['pending', 'processing', 'refund succeeded', 'staff manager', 'staff owner', 'stock none', 'unfulfilled'],
        'unpaid',
      ],
    )
  })

  it('agrees with a recount: figures, stock, events, deliveries', async () => {
    await query(`select number_events(id, true, '00000000-0000-0000-0000-000000000000') from merchants`)
    const wrong: unknown[] = []
    await withSnapshot(database.url, 'demo', async (snapshot) => {
      for await (const { check, differences, examples } of runChecks(snapshot))
        if (differences > 0) wrong.push([check.name, differences, examples])
    })
    assert.deepEqual(wrong, [])
  })

  it('has the times of its days in every column, and of each order in their order', async () => {
    const columns = await query(`
      select relname as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
         and atttypid = 'timestamptz'::regtype and attnum > 0 and not attisdropped`)
    const wrong: unknown[] = []
    for (const { table, column } of columns) {
      if (otherTimes.includes(`${table}.${column}`)) continue
      const [found] = await query(
        `select count(*)::int as rows, max(${column}) as latest from ${table}
          where isfinite(${column}) and (${column} < $1 or ${column} > $2)`,
        [opensAt(trade), trade.endsAt],
      )
      if (found.rows > 0) wrong.push([table, column, found])
    }
    assert.ok(columns.length > 60)
    assert.deepEqual(wrong, [])
    const unordered = await query(`
      select order_number from orders
       where order_number not like to_char(created_at at time zone 'UTC', 'YYMMDD-%')
          or not created_at <= least(paid_at, completed_at, cancelled_at)
          or completed_at < paid_at or id < uuid_at(created_at - interval '10 s')
          or exists (select from fulfillments where order_id = orders.id and fulfillments.created_at < paid_at)
          or exists (select from refunds where order_id = orders.id and refunds.created_at < paid_at)`)
    assert.deepEqual(unordered, [])
    const misplaced = await query(`
      select tableoid::regclass from events
       where id < uuid_at(created_at - interval '1 s') or id > uuid_at(created_at + interval '1 s')
       union all select tableoid::regclass from events where tableoid = 'events_default'::regclass
       union all select tableoid::regclass from deliveries where tableoid = 'deliveries_default'::regclass`)
    assert.deepEqual(misplaced, [])
  })

  it('leaves the clocks as they were, and the next start makes nothing', async () => {
    assert.deepEqual(await clocks(), clocksBefore)
    assert.deepEqual(await query("select nspname from pg_namespace where nspname = 'demo_trade'"), [])
    assert.equal(await start({}), undefined)
  })
})
