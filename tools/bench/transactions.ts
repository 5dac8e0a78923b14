import { randomInt } from 'node:crypto'
import pg from 'pg'
import { newId, newOrderSuffix } from '#src/platform/lib/ids.ts'
import type { Measured } from './harness.ts'
import type { RecordedStatement } from './recorder.ts'
import { latenciesOf } from './statistics.ts'

/**
 * The yardstick of a write: the recorded statements of the service, sent by `pg` from loops of one connection each,
 * with no HTTP around them. Ids and order numbers that the service made are made anew each time. Run as a process of
 * its own.
 */
export interface TransactionLoad {
  databaseUrl: string
  connections: number
  seconds: number
  recorded: RecordedStatement[][]
  /** Existing ids, which stay unchanged. */
  knownIds: string[]
}

process.on('message', async (plan: TransactionLoad) => {
  process.send?.(await run(plan))
})

async function run({ databaseUrl, connections, seconds, recorded, knownIds }: TransactionLoad): Promise<Measured> {
  const known = new Set(knownIds)
  const names = new Map<string, string>()
  const times: number[] = []
  let errors = 0
  const until = performance.now() + seconds * 1000
  const loop = async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    while (performance.now() < until) {
      const statements = recorded[randomInt(recorded.length)] ?? []
      const fresh = refresher(known)
      const startedAt = performance.now()
      try {
        for (const { text, values } of statements) {
          if (values === undefined) await client.query(text)
          else {
            const name = names.get(text) ?? `statement_${names.size}`
            names.set(text, name)
            await client.query({ name, text, values: values.map(fresh) })
          }
        }
        times.push(performance.now() - startedAt)
      } catch {
        errors++
        await client.query('rollback')
      }
    }
    await client.end()
  }
  await Promise.all(Array.from({ length: connections }, loop))
  return { rate: times.length / seconds, count: times.length, errors, ...latenciesOf(times) }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const orderSuffix = /^-[0-9A-Z]{6}$/

/** Replaces ids and numbers that must be new in each transaction, consistently. */
function refresher(known: ReadonlySet<string>): (value: unknown) => unknown {
  const replaced = new Map<string, string>()
  const fresh = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fresh)
    if (typeof value !== 'string' || known.has(value)) return value
    const make = uuid.test(value) ? newId : orderSuffix.test(value) ? newOrderSuffix : undefined
    if (make === undefined) return value
    const other = replaced.get(value) ?? make()
    replaced.set(value, other)
    return other
  }
  return fresh
}
