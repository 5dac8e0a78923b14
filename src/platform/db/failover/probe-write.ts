import type pg from 'pg'

/**
 * One transaction, of one round trip, that writes as work does: a row, to the log of the server, and 200 kB to a
 * temporary file, because a row may still find a place in a page that is there when the disk is full. The row is that
 * of a lease that has ended.
 */
const probe = `
  set local work_mem = '64kB';
  select count(*) from generate_series(1, 8000);
  insert into sweep_leases (name, holder, held_until)
  values ('readiness', '00000000-0000-0000-0000-000000000000', clock_timestamp())
      on conflict (name) do update set held_until = excluded.held_until`

/** @throws what the database says if it takes no writes of this role */
export async function probeWrite(pool: pg.Pool): Promise<void> {
  await pool.query(probe)
}
