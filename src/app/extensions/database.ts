import type { ExtensionDatabase } from '#extension'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { roleOf, schemaOf } from './names.ts'
import { selectPath, sendStatement, setStanding } from './queries.ts'

/** As whom an extension's statements run: as its own role, or as the service (EXTENSIONS_TRUSTED). */
export interface Rights {
  name: string
  hasRole: boolean
}

/** Statements that would leave the transaction or the role of the extension. */
const refused = /^(begin|start|commit|end|rollback|abort|savepoint|release|set|reset|discard|prepare|deallocate)\b/i
const comments = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/

/**
 * Runs work of an extension in a transaction of the service, with the extension's rights. After it the transaction has
 * the rights and the path that it had; a failure rolls them back together with all else. What takes longer than
 * `limitMs` has failed.
 */
export async function asExtension<T>(
  transaction: Transaction,
  { name, hasRole }: Rights,
  work: (db: ExtensionDatabase) => Promise<T>,
  limitMs = 20_000,
): Promise<T> {
  const { path, schema } = await selectPath(transaction)
  await setStanding(transaction, { role: hasRole ? roleOf(name) : 'none', path: `${schemaOf(name)}, ${schema}` })
  let isOver = false
  const own = databaseOf((text, values) => {
    // What was not waited for would have the rights of the service.
    if (isOver) throw new Error(`${name} sends a statement after its work has ended: await each of them`)
    return sendStatement(transaction, text, values)
  })
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${name} takes longer than ${limitMs} ms`)), limitMs)
  const result = await Promise.race([work(own), ended]).finally(() => {
    isOver = true
    clearTimeout(timer)
  })
  await setStanding(transaction, { role: 'none', path })
  return result
}

type Send = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>

function databaseOf(send: Send): ExtensionDatabase {
  const rows: ExtensionDatabase['rows'] = async <Row>(texts: TemplateStringsArray, ...values: unknown[]) => {
    const text = texts.reduce((before, part, index) => `${before}$${index}${part}`)
    const [, keyword] = refused.exec(text.replace(comments, '')) ?? []
    if (keyword !== undefined) throw new Error(`an extension's statements are part of a transaction: no "${keyword}"`)
    return send<Row>(text, values)
  }
  return {
    rows,
    row: async (texts, ...values) => (await rows<never>(texts, ...values))[0],
    async value(texts, ...values) {
      const [first] = await rows<Record<string, never>>(texts, ...values)
      return first && Object.values(first)[0]
    },
  }
}
