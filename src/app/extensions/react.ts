import type { ExtensionDatabase } from '#extension'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { enqueue, type Job } from '#src/platform/jobs/index.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { EventWriter } from '#src/platform/outbox/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { asExtension } from './database.ts'
import { beginReaction, endReaction, setStatementLimit, undoReaction } from './queries.ts'
import type { RunningExtension } from './running.ts'

/** Of one statement of a reaction in the transaction of its event, and of all of it. */
const [statementLimit, reactionMs] = ['100ms', 1_000]

interface Reaction {
  extension: string
  event: string
  merchantId: string
  data: Record<string, unknown>
}

/**
 * Writes events, and lets extensions react to them in the same transaction. One that fails, or takes too long, holds up
 * nobody: what it wrote is rolled back, and it is tried again in a transaction of its own.
 */
export function reactingTo(write: EventWriter, extensions: readonly RunningExtension[], logger: Logger): EventWriter {
  return async (transaction, events) => {
    await write(transaction, events)
    for (const { name: event, merchant_id: merchantId, data } of events)
      for (const extension of extensions)
        if (extension.value.on?.[event])
          await reactOrRetry(
            transaction,
            extension,
            { extension: extension.value.name, event, merchantId, data },
            logger,
          )
  }
}

async function reactOrRetry(
  transaction: Transaction,
  extension: RunningExtension,
  reaction: Reaction,
  logger: Logger,
): Promise<void> {
  await beginReaction(transaction)
  try {
    const limit = await setStatementLimit(transaction, statementLimit)
    await react(transaction, extension, reaction, reactionMs)
    await setStatementLimit(transaction, limit)
    await endReaction(transaction)
  } catch (error) {
    await undoReaction(transaction)
    const { extension: name, event } = reaction
    logger.warn({ err: error, extension: name, event }, 'an extension failed at an event; it is tried again')
    await enqueue(transaction, reactAgain, reaction)
  }
}

function react(
  transaction: Transaction,
  { value, rights }: RunningExtension,
  { event, merchantId, data }: Reaction,
  limitMs?: number,
): Promise<void> {
  const work = async (db: ExtensionDatabase) =>
    value.on?.[event]?.({ db, merchantId, event, data: structuredClone(data) })
  return asExtension(transaction, rights, work, limitMs)
}

/** A reaction that failed, with the retries of every job. */
export const reactAgain: Job<Reaction, Dependencies> = {
  name: 'extensions.react',
  async run({ db, extensions }, reaction) {
    const extension = extensions.find(({ value }) => value.name === reaction.extension)
    if (extension === undefined) return
    await inTransaction(db, (transaction) => react(transaction, extension, reaction))
  },
}
