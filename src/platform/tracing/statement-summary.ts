import { LRUCache } from 'lru-cache'

/** What a statement does and to which table or function, for the name of its span. */
export interface StatementSummary {
  operation: string
  target: string | undefined
}

const summaries = new LRUCache<string, StatementSummary>({ max: 5_000 })

/** The first table that is written, else the first table or function of ours that is read. */
export function summarizeStatement(text: string): StatementSummary {
  let summary = summaries.get(text)
  if (summary === undefined) {
    summary = summarize(text)
    summaries.set(text, summary)
  }
  return summary
}

const name = '"?(?:only\\s+)?"?([a-z_][a-z0-9_.]*)'
const write = new RegExp(`(?<!\\b(?:for|do|key)\\s+)\\b(insert\\s+into|delete\\s+from|update)\\s+${name}`, 'i')
const read = new RegExp(`\\b(?:from|join)\\s+(?:lateral\\s+)?${name}`, 'gi')
const helper = /^(unnest|generate_series|jsonb?_.*|pg_catalog\..*)$/
const called = new RegExp(`^\\s*select\\s+${name}\\(`, 'i')

function summarize(commented: string): StatementSummary {
  // Texts in quotes, comments.
  const text = commented.replace(/'(?:[^']|'')*'|--[^\n]*/g, "''")
  const [, verb, table] = write.exec(text) ?? []
  if (verb !== undefined) return { operation: (verb.split(/\s/)[0] ?? verb).toLowerCase(), target: table }
  const operation = /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'unknown'
  if (operation !== 'with' && operation !== 'select') return { operation, target: undefined }
  const others = new Set(
    [...text.matchAll(/\b([a-z_]+)(?:\s*\([^()]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi)].map(
      ([, cte]) => cte,
    ),
  )
  const target =
    called.exec(text)?.[1] ??
    [...text.matchAll(read)].map(([, found]) => found).find((found = '') => !others.has(found) && !helper.test(found))
  return { operation: 'select', target }
}
