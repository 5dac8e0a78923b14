import type pg from 'pg'

/**
 * Tests writing in one transaction and one round trip: a row, WAL, and 200 kB to a temporary file, because a row may
 * still fit into an existing page on a full disk. The row is an expired lease.
 */
const probe = `
  set local work_mem = '64kB';
  select count(*) from generate_series(1, 8000);
  insert into sweep_leases (name, holder, held_until)
  values ('readiness', '00000000-0000-0000-0000-000000000000', clock_timestamp())
      on conflict (name) do update set held_until = excluded.held_until`

/** @throws the database's error if it accepts no writes of this role */
export async function probeWrite(pool: pg.Pool): Promise<void> {
  await pool.query(probe)
}
