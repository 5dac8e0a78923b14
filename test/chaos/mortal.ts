/**
 * Loaded before all else (`node --import`): the process kills itself (SIGKILL) at the moment that is written in the
 * file CHAOS_DEATH_FILE, when it next comes there. Moments are seen at the statements that are sent to the database.
 */
import { readFileSync, rmSync } from 'node:fs'
import pg from 'pg'
import type { Moment } from './moments.ts'

const file = process.env['CHAOS_DEATH_FILE'] ?? ''

interface Sent {
  text?: string
  callback?: (error: unknown, found: unknown) => void
}
type Query = (this: pg.Client & { hasKey?: boolean }, config: string | Sent, ...more: unknown[]) => unknown
const prototype = pg.Client.prototype as unknown as { query: Query }
const { query } = prototype

prototype.query = function (config, ...more) {
  const sent = typeof config === 'string' ? { text: config } : config
  const { text = '', callback } = sent
  if (text.includes('insert into idempotency_keys')) this.hasKey = true
  const { before, after } = momentOf(text, this.hasKey === true) ?? {}
  if (text === 'commit' || text === 'rollback') this.hasKey = false
  if (before !== undefined) dieIfTold(before)
  if (after === undefined) return query.call(this, config, ...more)
  if (callback !== undefined) {
    sent.callback = (error, found) => {
      if (!error) dieIfTold(after)
      callback(error, found)
    }
    return query.call(this, config, ...more)
  }
  const result = query.call(this, config, ...more)
  if (!(result instanceof Promise)) throw new Error(`nothing tells when this ends: ${text}`)
  return result.then((value: unknown) => {
    dieIfTold(after)
    return value
  })
}

function momentOf(text: string, hasKey: boolean): { before?: Moment; after?: Moment } | undefined {
  if (text.includes('insert into orders')) return { after: 'in an order' }
  if (text === 'commit' && hasKey) return { after: 'between commit and answer' }
  if (text.includes('insert into test_provider_charges')) return { before: 'before a charge', after: 'after a charge' }
  if (text.includes('update test_provider_charges')) return { before: 'before a refund', after: 'after a refund' }
  if (text.includes('record_outcomes')) return { before: 'before outcomes are written' }
  return undefined
}

function dieIfTold(moment: Moment): void {
  try {
    if (readFileSync(file, 'utf8') !== moment) return
  } catch {
    return
  }
  rmSync(file)
  process.kill(process.pid, 'SIGKILL')
  // The signal comes at once; nothing more of this process is sent meanwhile.
  for (;;);
}
