import type { Logger } from 'pino'
import type { Config } from '#src/config/config.ts'
import { isForPeople } from './logging.ts'

/** What runs beside the service, and what one begins a storefront with. */
export interface DemoStorefront {
  storefront?: string | undefined
  /** Publishable: no secret. */
  key?: string | undefined
}

/**
 * Says where the service is: as the last lines of a start in a terminal, elsewhere in one line of the log.
 * @param shop of the demo shop
 */
export function announce(config: Config, logger: Logger, address: string, shop: DemoStorefront = {}): void {
  const addresses = { address, console: `${address}/console`, docs: `${address}/docs` }
  // At every LOG_LEVEL: with PORT=0 this is the only way to find the service.
  if (!isForPeople(config)) {
    logger.child({}, { level: 'info' }).info(addresses, 'serving')
    return
  }
  const lines = [
    `Console         ${addresses.console}`,
    `API             ${addresses.address}`,
    `Documentation   ${addresses.docs}`,
  ]
  if (shop.storefront !== undefined) lines.push(`Storefront      ${shop.storefront}`)
  if (shop.key !== undefined) lines.push(`Storefront key  ${shop.key}`)
  if (config.ADMIN_EMAIL !== undefined) lines.push(`Demo sign-in    ${config.ADMIN_EMAIL} / ${config.ADMIN_PASSWORD}`)
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`)
}
