import type pg from 'pg'
import { feeds, moduleTables } from './module-tables.ts'

interface Trigger {
  table: string
  name: string
  function: string
}

const moduleOf = new Map(Object.entries(moduleTables).flatMap(([name, tables]) => tables.map((table) => [table, name])))

/**
 * The triggers of the database as a table of Markdown: on which table, what they write, and the modules of both.
 * @throws if a table has no module, or a trigger writes the table of another module and is no declared feed
 */
export async function describeTriggers(client: pg.Client): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const homeless = tables.find(({ name }) => !moduleOf.has(name))
  if (homeless !== undefined) throw new Error(`${homeless.name} is a table of no module.ts`)
  const { rows: triggers } = await client.query<Trigger>(
    `select relname as table, tgname as name, proname as function
       from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
      where not tgisinternal and relnamespace = 'public'::regnamespace and not relispartition order by 1, 2`,
  )
  const { rows: functions } = await client.query<{ name: string; body: string }>(
    `select proname as name, coalesce(pg_get_function_sqlbody(pg_proc.oid), prosrc) as body
       from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')`,
  )
  const bodies = Map.groupBy(functions, ({ name }) => name)
  const lines = triggers.map((trigger) => lineOf(trigger, [...writtenBy(trigger.function, bodies, new Set())].sort()))
  const used = new Set(lines.flatMap(({ uses }) => uses))
  const unused = Object.keys(feeds).find((feed) => !used.has(feed))
  if (unused !== undefined) throw new Error(`no trigger feeds ${unused} any more: feeds of a module.ts`)
  return [
    '# Triggers\n',
    'Written by `npm run generate`; each module names its tables, and what feeds them, in its `module.ts`.\n',
    '| table | trigger | writes | module → module |',
    '| --- | --- | --- | --- |',
    ...lines.map(({ line }) => line),
    '\n## Feeds\n',
    'A trigger of one module writes the table of another only where no statement may forget the change:\n',
    ...Object.entries(feeds).map(([feed, reason]) => `- *${feed}*: ${reason}`),
    '',
  ].join('\n')
}

function lineOf({ table, name }: Trigger, targets: readonly string[]): { line: string; uses: string[] } {
  const from = moduleOf.get(table) ?? ''
  // Every module may queue jobs of its own.
  const fed = targets.filter((target) => target !== 'jobs').map((target) => moduleOf.get(target) ?? '')
  const others = [...new Set(fed)].filter((to) => to !== from)
  const uses = others.map((to) => `${from} → ${to}`)
  const undeclared = uses.find((feed) => !(feed in feeds))
  if (undeclared !== undefined)
    throw new Error(`${name} on ${table} writes ${targets.join(', ')}: ${undeclared} is no feed of a module.ts`)
  const written =
    targets.length === 0 ? 'its own row, or refuses it' : targets.map((target) => `\`${target}\``).join(', ')
  return { line: `| \`${table}\` | \`${name}\` | ${written} | ${uses.join(', ') || from} |`, uses }
}

/** The tables that a function writes, itself or by another that it calls. */
function writtenBy(name: string, bodies: Map<string, { body: string }[]>, seen: Set<string>): Set<string> {
  if (seen.has(name)) return new Set()
  seen.add(name)
  const text = (bodies.get(name) ?? []).map(({ body }) => body.replace(/--.*/g, '')).join('\n')
  const written = [...text.matchAll(/\b(?:insert into|update|delete from)\s+(?:only\s+)?(\w+)/gi)].map(
    ([, to = '']) => to,
  )
  const called = [...text.matchAll(/(\w+)\s*\(/g)]
    .map(([, callee = '']) => callee)
    .filter((callee) => bodies.has(callee))
  return new Set([
    ...written.filter((table) => moduleOf.has(table)),
    ...called.flatMap((callee) => [...writtenBy(callee, bodies, seen)]),
  ])
}
