import type pg from 'pg'

/**
 * The migrated schema as readable SQL: every table with columns and constraints, then its indexes; then functions and
 * triggers.
 */
export async function describeSchema(client: pg.Client): Promise<string> {
  const tables = await client.query<{ name: string; options: string | null; partition: string | null; body: string }>(`
    select c.relname as name, array_to_string(c.reloptions, ', ') as options, pg_get_partkeydef(c.oid) as partition,
           (select string_agg(line, E',\\n' order by rank, line_order, line) from (
              select 0 as rank, a.attnum::int as line_order,
                     '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
                     || case when a.attgenerated = 's'
                             then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                             when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
                     || case when a.attnotnull then ' not null' else '' end as line
                from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
              union all
              select 1, 0, '  constraint ' || conname || ' ' || pg_get_constraintdef(oid)
                from pg_constraint where conrelid = c.oid and contype <> 'n'
           ) lines) as body
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'
     order by c.relname`)
  const indexes = await client.query<{ table: string; definition: string }>(`
    select t.relname as table, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class t on t.oid = i.indrelid join pg_class c on c.oid = i.indexrelid
      join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
     where not t.relispartition and t.relname <> 'schema_migrations'
       and not exists (select from pg_constraint where conindid = i.indexrelid)
     order by t.relname, c.relname`)
  const rest = await client.query<{ definition: string }>(`
    select 'create extension ' || extname || ';' as definition, 0 as rank, extname::text as name
      from pg_extension where extname <> 'plpgsql'
    union all
    select rtrim(pg_get_functiondef(p.oid), E'\\n') || ';', 1, p.oid::regprocedure::text from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
     where not exists (select from pg_depend where objid = p.oid and deptype = 'e') and p.prokind <> 'a'
    union all
    select pg_get_triggerdef(g.oid) || ';', 2, g.tgname::text from pg_trigger g
      join pg_class c on c.oid = g.tgrelid and not c.relispartition
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     where not g.tgisinternal
     order by rank, name`)

  const byTable = Map.groupBy(indexes.rows, (row) => row.table)
  const blocks = tables.rows.map(({ name, options, partition, body }) => {
    const suffix = `${partition ? ` partition by ${partition}` : ''}${options ? ` with (${options})` : ''}`
    const lines = (byTable.get(name) ?? []).map((index) => `${index.definition};`)
    return [`create table ${name} (\n${body}\n)${suffix};`, ...lines].join('\n')
  })
  const heading = '-- Generated from the migrations by `npm run generate`. Do not edit.'
  return `${[heading, ...blocks, ...rest.rows.map((row) => row.definition)].join('\n\n')}\n`
}
