import { setImmediate } from 'node:timers/promises'
import { allPictures, openingOf, playShop } from '#demo-shop'
import { hashPassword } from '#src/modules/identity/index.ts'
import { findDefaultMerchant, lockFirstMerchant } from '#src/modules/merchants/index.ts'
import { selectNow } from '#src/platform/db/statements/select-now.ts'
import { analyzeGrownTables } from '#src/platform/db/statistics.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { RunningDependencies } from '../dependencies.ts'
import { deletePrices, insertRows, makePartitions, noteFiguresOfEnds } from './load-queries.ts'
import { serviceForDemo } from './service.ts'
import { readPictures, storePictures } from './store-pictures.ts'

/**
 * Makes an empty database a demo shop (DEMO_DATA): the first merchant with a catalog and, in development, thirty days
 * of trade, which end now. In one transaction; of processes that start together one does it.
 */
export async function loadDemoShop({ db, config, seal, logger, blobs }: RunningDependencies): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, MERCHANT_NAME, MERCHANT_CURRENCY, production } = config
  if (email === undefined || password === undefined || (await findDefaultMerchant(db))) return
  const [passwordHash, files] = await Promise.all([hashPassword(password), readPictures(allPictures())])
  // They are put into their store while this process plans.
  const storing = storePictures(blobs, files).catch((error): undefined => {
    logger.warn({ err: error }, 'the demo shop has no pictures: their store does not take them')
  })
  await inTransaction(db, async (transaction) => {
    await lockFirstMerchant(transaction)
    if (await findDefaultMerchant(transaction)) return
    logger.info('loading the demo shop')
    const endsAt = await selectNow(transaction)
    // In production nothing pays by the test provider.
    const opensAt = production ? endsAt : openingOf(endsAt)
    // The database makes them while this process plans.
    const partitions = makePartitions(transaction, opensAt)
    await setImmediate()
    const { merchantId, tables } = playShop(serviceForDemo(seal), {
      name: MERCHANT_NAME,
      currency: MERCHANT_CURRENCY,
      owner: { email, passwordHash },
      opensAt,
      endsAt,
      pictureIds: new Map([...files].map(([name, { id }]) => [name, id])),
    })
    await partitions
    const stored = await storing
    for (const picture of (tables.get('media') ?? []) as { name: string }[])
      Object.assign(picture, stored?.get(picture.name) ?? { state: 'failed', failure: 'could not be stored' })
    for (const [table, rows] of tables) {
      if (table === 'prices') await deletePrices(transaction, merchantId)
      await insertRows(transaction, table, rows)
    }
    await noteFiguresOfEnds(transaction)
  })
  await analyzeGrownTables(db)
}
