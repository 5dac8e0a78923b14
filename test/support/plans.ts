import pg from 'pg'
import { noticesOf } from './notices.ts'

/**
 * The executed plans with the actual rows of each step. auto_explain sends them to the client beside the answer,
 * including plans of statements inside functions and triggers. So no statement is planned a second time, with other
 * parameters or settings than the service's.
 */
export interface RecordedPlan {
  query: string
  plan: PlanNode
}

export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Sort Key'?: string[]
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

/** Makes later connections send their plans. It needs a superuser, as which tests run. */
export async function tellPlans(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("load 'auto_explain'")
    const name = client.escapeIdentifier(decodeURIComponent(new URL(databaseUrl).pathname.slice(1)))
    for (const [setting, value] of Object.entries(settings))
      await client.query(`alter database ${name} set ${setting} = '${value}'`)
  } finally {
    await client.end()
  }
}

/** PostgreSQL looks at no table by itself, however long a test takes. */
export async function withoutAutovacuum(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(`
      select oid::regclass::text as name from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace`)
    for (const { name } of rows) await client.query(`alter table ${name} set (autovacuum_enabled = false)`)
  } finally {
    await client.end()
  }
}

/**
 * The plans of all statements that the process sends to such a database while `work` runs; run nothing else meanwhile.
 */
export async function plansOf(work: () => Promise<unknown>): Promise<RecordedPlan[]> {
  const messages = await noticesOf(work)
  return messages.flatMap((message) => {
    const [, json] = /^duration: \S+ ms {2}plan:\n(.*)$/s.exec(message) ?? []
    if (json === undefined) return []
    const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
    return { query: text.replaceAll(/\s+/g, ' ').trim(), plan }
  })
}

/** Every executed step of a plan. */
export function stepsOf(plan: PlanNode): PlanNode[] {
  return (plan['Actual Loops'] ?? 0) === 0 ? [] : [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]
}

/** Rows that a step has read, over all its loops, including discarded ones. */
export function rowsRead(step: PlanNode): number {
  const each =
    (step['Actual Rows'] ?? 0) + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(each * (step['Actual Loops'] ?? 0))
}

/** Rows a step has sorted at once; zero if it sorts nothing. */
export function rowsSorted(step: PlanNode): number {
  if (step['Node Type'] !== 'Sort') return 0
  return Math.round(Math.max(0, ...(step.Plans ?? []).map((input) => input['Actual Rows'] ?? 0)))
}

/** Pages that a step and its children have read, cached or not. */
export function pagesRead(step: PlanNode): number {
  return (step['Shared Hit Blocks'] ?? 0) + (step['Shared Read Blocks'] ?? 0)
}
