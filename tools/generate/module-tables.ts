import { modules } from '#src/app/modules.ts'

/** The owning module of each table: only its statements and functions write it, except feeds of triggers. */
export const moduleTables: Record<string, readonly string[]> = {
  ...Object.fromEntries(modules.map(({ name, tables }) => [name, tables ?? []])),
  platform: ['jobs', 'idempotency_keys', 'sweep_leases', 'recent_writes', 'request_counts', 'schema_migrations'],
}

/** Declared feeds: a trigger on one module's table writes another module's table, with the reason. */
export const feeds: Record<string, string> = Object.fromEntries(
  modules.flatMap(({ name, feeds = {} }) =>
    Object.entries(feeds).map(([from, reason]) => [`${from} → ${name}`, reason]),
  ),
)

/** `migrations/functions.txt`, which is read before any module is loaded. */
export function functionFiles(): string {
  const files = modules.flatMap(({ name, sql }) => (sql ?? []).map((file) => `modules/${name}/${file}`))
  const all = ['platform/db/statistics.sql', 'platform/db/versions.sql', ...files, 'platform/db/service-role.sql']
  const head =
    '# Functions, triggers and views, in the order in which they are applied: those of `src/app/modules.ts`.\n'
  return head + all.map((file) => `../src/${file}\n`).join('')
}
