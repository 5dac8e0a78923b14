import type pg from 'pg'

interface Column {
  table_name: string
  column_name: string
  udt_name: string
  nullable: boolean
  generated: boolean
}

const scalar: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  date: 'string',
  bytea: 'Buffer',
  pg_lsn: 'string',
  jsonb: 'unknown',
  tsvector: 'string',
  char: 'string',
  xid8: 'string',
}

/** Kysely's table interfaces, from the catalog: what a select gives, an insert needs and an update takes. */
export async function describeTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.relname as table_name, a.attname as column_name, t.typname as udt_name,
           not a.attnotnull as nullable, (a.atthasdef or a.attidentity <> '' or a.attgenerated <> '') as generated
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'
     order by c.relname, a.attnum`)

  const tables = Map.groupBy(rows, (row) => row.table_name)
  const interfaces = [...tables].map(
    ([name, columns]) => `export interface ${pascalCase(name)} {\n${columns.map(columnLine).join('\n')}\n}`,
  )
  const entries = [...tables.keys()].map((name) => `  ${name}: ${pascalCase(name)}`)
  return `${[
    '// Generated from the migrations by `npm run generate`. Do not edit.',
    "import type { ColumnType } from 'kysely'",
    ...interfaces,
    `export interface DB {\n${entries.join('\n')}\n}`,
  ].join('\n\n')}\n`
}

function columnLine({ column_name, udt_name, nullable, generated }: Column): string {
  const isArray = udt_name.startsWith('_')
  const base = scalar[isArray ? udt_name.slice(1) : udt_name]
  if (base === undefined) throw new Error(`no TypeScript type for ${udt_name} (column ${column_name})`)
  const value = isArray ? `${base}[]` : base
  const select = nullable ? `${value} | null` : value
  const insert = nullable || generated ? `${select} | undefined` : select
  return `  ${column_name}: ${insert === select ? select : `ColumnType<${select}, ${insert}, ${select}>`}`
}

function pascalCase(name: string): string {
  return name.replace(/(^|_)(\w)/g, (_, _separator, letter: string) => letter.toUpperCase())
}
