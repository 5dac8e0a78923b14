import { appendFileSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Owner } from '#src/platform/db/databases.ts'
import type { Connections } from '#src/platform/db/pool/pool.ts'
import { readByMarketplace, tableOwners } from '#src/platform/db/table-owners.ts'

/**
 * Which tables each statement of the service touches. Test files note the statements in a folder, with the database
 * they were sent to; the run looks at its end whether these tables are all of one owner: in a transaction of any, else
 * of that database's.
 */
const seen = new Set<string>()

const transactions = ['identity', 'shops', 'marketplace'] as const
type Sender = Owner | 'a transaction'

/** Of the pool, what is told which statements it is sent. */
export function watchStatements(owner: Owner, pool: pg.Pool): Connections {
  return {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      let inTransaction = false
      const query = (text: string, values: unknown[]) => {
        if (/^(begin|start transaction|commit|rollback)\b/.test(text)) inTransaction = !/^(commit|rollback)$/.test(text)
        else note(inTransaction ? 'a transaction' : owner, text)
        return client.query(text, values)
      }
      return { query, release: client.release.bind(client) } as unknown as pg.PoolClient
    },
  }
}

function note(owner: Sender, text: string): void {
  const folder = process.env['TEST_STATEMENT_DIR']
  const key = `${owner} ${text}`
  if (folder === undefined || seen.has(key)) return
  seen.add(key)
  appendFileSync(join(folder, `${process.pid}.ndjson`), `${JSON.stringify([owner, text])}\n`)
}

const owners = new Map<string, Owner>(Object.entries(tableOwners))

export function ownerOf(table: string): Owner | undefined {
  return owners.get(table)
}

/** Whether a statement sent to this owner's database may touch the table. */
export function mayTouch(owner: Owner, table: string): boolean {
  const of = owners.get(table)
  if (owner === 'marketplace' && (readByMarketplace as readonly string[]).includes(table)) return true
  return of === owner || of === 'each'
}

/** The statements that touch tables of several owners, or of another than their database's; with these tables. */
export async function statementsAcross(
  folder: string,
  { adminUrl, template }: { adminUrl: string; template: string },
): Promise<string[]> {
  const lines = new Set(globSync(join(folder, '*.ndjson')).flatMap((file) => readFileSync(file, 'utf8').split('\n')))
  lines.delete('')
  if (lines.size === 0) return []
  const url = new URL(adminUrl)
  url.pathname = `/${template}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    const tablesOf = await tableReader(client)
    const found: string[] = []
    for (const line of lines) {
      const [sender, text] = JSON.parse(line) as [Sender, string]
      const tables = [...(await tablesOf(text))]
      const allowed = sender === 'a transaction' ? transactions : [sender]
      if (allowed.some((owner) => tables.every((table) => mayTouch(owner, table)))) continue
      found.push(`${sender} ${tables.sort().join(', ')}: ${text.replaceAll(/\s+/g, ' ')}`)
    }
    return found.sort()
  } finally {
    await client.end()
  }
}

/** Reads the tables of a statement from its plan, and those of the functions that it calls from their text. */
export async function tableReader(client: pg.Client): Promise<(text: string) => Promise<Set<string>>> {
  const parents = await readPairs(
    client,
    `select child.relname as a, parent.relname as b from pg_inherits
       join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent`,
  )
  const sources = await readPairs(
    client,
    `select proname as a, pg_get_functiondef(oid) as b from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  )
  const tables = new Set<string>()
  const add = (name: string) => {
    const table = parents.get(name) ?? name
    if (owners.has(table)) tables.add(table)
  }
  const addNamed = (text: string, met: Set<string>) => {
    for (const [, name = ''] of text.matchAll(/\b(?:from|join|into|update|using|table)\s+(?:only\s+)?"?(\w+)"?/gi)) {
      add(name)
    }
    addCalled(text, met)
  }
  const addCalled = (text: string, met: Set<string>) => {
    for (const [, name = ''] of text.matchAll(/\b(\w+)\s*\(/g)) {
      const source = sources.get(name)
      if (source === undefined || met.has(name)) continue
      met.add(name)
      addNamed(source, met)
    }
  }
  return async (text) => {
    tables.clear()
    try {
      const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
      for (const [, name = ''] of JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)) add(name)
      addCalled(text, new Set())
    } catch {
      // Not of the kind that has a plan, or about what its test has made.
      addNamed(text, new Set())
    }
    return new Set(tables)
  }
}

async function readPairs(client: pg.Client, query: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ a: string; b: string }>(query)
  return new Map(rows.map(({ a, b }) => [a, b]))
}
