import type { Config } from '#src/config.ts'
import { findDefaultMerchant } from '#src/modules/merchants/index.ts'
import type { ServiceDatabase } from '../database.ts'
import type { RunningDependencies } from '../dependencies.ts'
import { isCatalogLoaded } from './catalog.ts'
import { isBeingMade } from './clock-queries.ts'
import type { Work } from './make-shop.ts'
import { dropThread, startMaking } from './making-thread.ts'

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
