import { Worker } from 'node:worker_threads'
import { findDefaultMerchant } from '#src/modules/merchants/index.ts'
import type { ServiceDatabase } from '../database.ts'
import type { RunningDependencies } from '../dependencies.ts'
import { isCatalogLoaded } from './catalog.ts'
import { isBeingMade } from './clock-queries.ts'
import type { Work } from './make-shop.ts'

export interface Making {
  /** The merchant and the catalog are there. */
  opened: Promise<void>
  /** When its past ends; known when it is opened. Undefined if the making ends before. */
  pastEnds: Promise<Date | undefined>
  /** The shop is whole, or its making has ended for now. Resolves to whether it was stopped. */
  ended: Promise<boolean>
  /** Ends the making after the step that runs; the next start goes on. */
  stop(): Promise<void>
}

const usual = { days: 30, ordersPerDay: 12 }

/**
 * Makes a shop with thirty days of trade in an empty database (DEMO_DATA), or goes on with one that was interrupted.
 * Undefined if there is nothing to make.
 */
export async function makeDemoShop(
  deps: RunningDependencies,
  { directUrl, ownerUrl }: Pick<ServiceDatabase, 'directUrl' | 'ownerUrl'>,
): Promise<Making | undefined> {
  const { config, db, identity, logger } = deps
  // In production nothing pays by the test provider, and no receiver is on this machine.
  if (!config.DEMO_DATA || config.production) return undefined
  const isBegun = await isBeingMade(db)
  if (!isBegun && (await findDefaultMerchant(identity)) !== undefined) return undefined
  const work: Work = { config, directUrl, ownerUrl, trade: usual }
  const making = startMaking(work, {
    onStep(_, refusal) {
      if (refusal !== undefined) logger.warn({ refusal }, 'a step of the demo shop is left out')
    },
  })
  let isStopped = false
  const ended = making.ended
    .then((how) => logger.info({ how }, 'demo shop'))
    .catch((error) => logger.error({ err: error }, 'the demo shop could not be made; the next start goes on'))
    .then(() => isStopped)
  const pastEnds = Promise.race([making.opened, ended.then(() => undefined)])
  return {
    opened: (await isCatalogLoaded(deps)) ? Promise.resolve() : pastEnds.then(() => {}),
    pastEnds,
    ended,
    stop() {
      isStopped = true
      return making.stop()
    },
  }
}

interface ThreadOptions {
  /** Told the number of each step that is done, and what the service has refused of it. */
  onStep?: (number: number, refusal: string | undefined) => void
}

/** What the thread tells. */
export type Message = { pastEnds: Date } | { number: number; refusal: string | undefined } | { how: string }

/**
 * Makes the shop in a thread. `opened` resolves to when its past ends; `ended` to what became of it, undefined if the
 * thread was ended.
 */
export function startMaking(work: Work, { onStep }: ThreadOptions = {}) {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: work })
  const opened = Promise.withResolvers<Date>()
  const ended = Promise.withResolvers<string | undefined>()
  let how: string | undefined
  thread.on('message', (message: Message) => {
    if ('pastEnds' in message) opened.resolve(message.pastEnds)
    else if ('number' in message) onStep?.(message.number, message.refusal)
    else how = message.how
  })
  thread.once('error', ended.reject)
  thread.once('exit', () => ended.resolve(how))
  return {
    opened: opened.promise,
    ended: ended.promise,
    /** As the death of the process would. */
    kill: () => thread.terminate(),
    async stop() {
      thread.postMessage('stop')
      await ended.promise.catch(() => {})
    },
  }
}
