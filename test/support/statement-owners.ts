import { appendFileSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Owner } from '#src/platform/db/databases.ts'
import { readByMarketplace, tableOwners } from '#src/platform/db/table-owners.ts'

/**
 * Which tables each statement of the service touches. Test files note the statements in a folder, with the database
 * they were sent to; the run looks at its end whether these tables are all of that database's owner.
 */
const seen = new Set<string>()

export function noteStatement(owner: Owner, text: string): void {
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

/** The statements that touch a table of another owner: to whom they were sent, these tables, and the text. */
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
      const [owner, text] = JSON.parse(line) as [Owner, string]
      const foreign = [...(await tablesOf(text))].filter((table) => !mayTouch(owner, table))
      if (foreign.length > 0) found.push(`${owner} ${foreign.sort().join(', ')}: ${text.replaceAll(/\s+/g, ' ')}`)
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
