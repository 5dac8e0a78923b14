import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

const inMs = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 ms'`

/** Takes the lease of a sweep if no other process has it. Writes nothing otherwise. */
export async function acquireLease(db: Executor, name: string, holder: string, leaseMs: number): Promise<boolean> {
  const { rows } = await sql`
    insert into sweep_leases as lease (name, holder, held_until)
    select ${name}, ${holder}::uuid, ${inMs(leaseMs)}
     where not exists (select from sweep_leases
                        where name = ${name} and holder <> ${holder}::uuid and held_until > clock_timestamp())
    on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
     where lease.holder = excluded.holder or lease.held_until <= clock_timestamp()
    returning 1`.execute(db)
  return rows.length > 0
}

/** Extends all leases of a process, including expired ones that no other process took. Returns their names. */
export async function renewLeases(db: Executor, holder: string, leaseMs: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update sweep_leases set held_until = ${inMs(leaseMs)} where holder = ${holder}::uuid returning name`.execute(db)
  return rows.map((row) => row.name)
}

/** Ends the lease of one sweep, or all leases of the process. */
export async function endLeases(db: Executor, holder: string, name?: string): Promise<void> {
  await sql`
    delete from sweep_leases
     where holder = ${holder}::uuid and (${name ?? null}::text is null or name = ${name ?? null}::text)`.execute(db)
}
