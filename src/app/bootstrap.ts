import { ConfigError } from '#src/config/config.ts'
import { createFirstMerchant, findDefaultMerchant } from '#src/modules/merchants/index.ts'
import type { Dependencies } from './dependencies.ts'

/** Creates the first merchant with its owner in an empty database. */
export async function bootstrap(deps: Dependencies): Promise<void> {
  const { config, db, logger } = deps
  if (await findDefaultMerchant(db)) return
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
  if (email === undefined || password === undefined) {
    throw new ConfigError([
      'ADMIN_EMAIL is missing; the database has no merchant yet, and the first owner needs an e-mail address',
      'ADMIN_PASSWORD is missing; expected 8 to 128 characters for that owner',
    ])
  }
  const merchant = await createFirstMerchant(deps, {
    name: config.MERCHANT_NAME,
    currency: config.MERCHANT_CURRENCY,
    ownerEmail: email,
    password,
  })
  if (merchant) logger.info({ merchant }, 'first merchant created')
}
