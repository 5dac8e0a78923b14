import { createReadStream } from 'node:fs'
import { catalogIsEmpty, importProducts, importProgress } from '#src/modules/catalog/index.ts'
import { findDefaultMerchant, ownersOf } from '#src/modules/merchants/index.ts'
import { bySystem } from '#src/platform/audit/index.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Dependencies } from '../dependencies.ts'

/** A fixed import id: an interrupted load continues at the next start, and a finished one is not repeated. */
const importId = '00000000-0000-7000-8000-00000000de30'
const file = new URL('../../../tools/demo/products.ndjson', import.meta.url)

/** Whether all products of the demo catalog are there. */
export async function isCatalogLoaded({ identity, shop }: Dependencies): Promise<boolean> {
  const merchant = await findDefaultMerchant(identity)
  if (merchant === undefined) return false
  return (await importProgress(shop(merchant.id), merchant.id, importId))?.status === 'completed'
}

/**
 * Imports the demo products into an empty catalog (DEMO_DATA), by the same import that merchants use. Of processes that
 * start together one does, and the others go on.
 */
export async function loadDemoCatalog({ config, identity, shop, merchants, logger }: Dependencies): Promise<void> {
  const first = config.DEMO_DATA ? await findDefaultMerchant(identity) : undefined
  const merchant = first && (await merchants.find(first.id))
  if (merchant === undefined) return
  const db = shop(merchant.id)
  const begun = await importProgress(db, merchant.id, importId)
  if (begun?.status === 'completed' || (begun === undefined && !(await catalogIsEmpty(db)))) return
  const [owner] = await ownersOf(identity, merchant.id)
  if (owner === undefined) return
  const target = { merchantId: merchant.id, userId: owner, cause: bySystem, currency: merchant.currency, importId }
  try {
    const { created, failed } = await importProducts(db, target, 'ndjson', createReadStream(file))
    logger.info({ created, failed }, 'demo catalog loaded')
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error
    logger.info('another process loads the demo catalog')
  }
}
