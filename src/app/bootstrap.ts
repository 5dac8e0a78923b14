import { ConfigError } from '#src/config.ts'
import { createFirstMerchant, findDefaultMerchant } from '#src/modules/merchants/index.ts'
import type { Dependencies } from './dependencies.ts'

/** Creates the first merchant with its owner in an empty database. */
export async function bootstrap({ config, db, logger }: Dependencies): Promise<void> {
  if (await findDefaultMerchant(db)) return
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
  if (email === undefined || password === undefined) {
    throw new ConfigError([
      'ADMIN_EMAIL is missing; the database has no merchant yet, and the first owner needs an e-mail address',
      'ADMIN_PASSWORD is missing; expected 8 to 128 characters for that owner',
    ])
  }
  const founded = await createFirstMerchant(db, {
    name: config.MERCHANT_NAME,
    currency: config.MERCHANT_CURRENCY,
    owner: { email, password },
  })
  if (founded) logger.info({ merchant: founded.merchantId }, 'first merchant created')
}
