import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Config } from '#src/config.ts'
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

/** In production nothing pays by the test provider, and no receiver is on this machine. */
export function isDemoWanted({ DEMO_DATA, production }: Config): boolean {
  return DEMO_DATA && !production
}

const usual = { days: 30, ordersPerDay: 12 }

/**
 * Makes a shop with thirty days of trade in an empty database (DEMO_DATA), or goes on with one that was interrupted:
 * when the service is ready, unless the catalog is still to be loaded. Undefined if there is nothing to make.
 */
export async function makeDemoShop(
  deps: RunningDependencies,
  { directUrl, ownerUrl }: Pick<ServiceDatabase, 'directUrl' | 'ownerUrl'>,
  ready: Promise<void>,
): Promise<Making | undefined> {
  const { config, db, identity, logger } = deps
  const isToBeMade = async () => (await isBeingMade(db)) || (await findDefaultMerchant(identity)) === undefined
  if (!isDemoWanted(config) || !(await isToBeMade())) {
    dropThread()
    return undefined
  }
  const isOpen = await isCatalogLoaded(deps)
  const work: Work = { config, directUrl, ownerUrl, trade: usual }
  const making = startMaking(work, {
    ...(isOpen && { after: ready }),
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
    opened: isOpen ? Promise.resolve() : pastEnds.then(() => {}),
    pastEnds,
    ended,
    stop() {
      isStopped = true
      return making.stop()
    },
  }
}

interface ThreadOptions {
  /** Begins then; at once if left out. */
  after?: Promise<void>
  /** Told the number of each step that is done, and what the service has refused of it. */
  onStep?: (number: number, refusal: string | undefined) => void
}

/** What the thread tells. */
export type Message = { pastEnds: Date } | { number: number; refusal: string | undefined } | { how: string }

interface Thread {
  worker: Worker
  /** Rejects when it ends by an error. */
  failed: Promise<never>
}

let prepared: Thread | undefined

/** Begins to load the modules of the thread, which take as long as the service's own. */
export function prepareThread(): void {
  prepared ??= newThread()
  prepared.worker.unref()
}

function dropThread(): void {
  void prepared?.worker.terminate()
  prepared = undefined
}

function takeThread(): Thread {
  const thread = prepared ?? newThread()
  prepared = undefined
  thread.worker.ref()
  return thread
}

function newThread(): Thread {
  const worker = new Worker(new URL('./thread.ts', import.meta.url))
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => {}) // whoever takes it is told
  return { worker, failed }
}

/**
 * Makes the shop in a thread. `opened` resolves to when its past ends; `ended` to what became of it, undefined if the
 * thread was ended.
 */
export function startMaking(work: Work, { after, onStep }: ThreadOptions = {}) {
  const opened = Promise.withResolvers<Date>()
  const ended = Promise.withResolvers<string | undefined>()
  let worker: Worker | undefined
  let isStopped = false
  function begin(): void {
    if (isStopped) return
    const thread = takeThread()
    worker = thread.worker
    let how: string | undefined
    worker.on('message', (message: Message) => {
      if ('pastEnds' in message) opened.resolve(message.pastEnds)
      else if ('number' in message) onStep?.(message.number, message.refusal)
      else how = message.how
    })
    worker.once('exit', () => ended.resolve(how))
    thread.failed.catch(ended.reject)
    worker.postMessage(work)
  }
  if (after === undefined) begin()
  else void after.then(begin)
  return {
    opened: opened.promise,
    ended: ended.promise,
    /** As the death of the process would. */
    kill: async () => worker?.terminate(),
    async stop() {
      isStopped = true
      if (worker === undefined) ended.resolve('stopped')
      else worker.postMessage('stop')
      await ended.promise.catch(() => {})
    },
  }
}
