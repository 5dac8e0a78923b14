import type { MailLimits } from '#src/modules/identity/index.ts'
import type { MerchantDirectory } from '#src/modules/merchants/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { LinkConfig, Mailer, ShopMail } from '#src/platform/mail/index.ts'

/** Dependencies that `app` passes to this module. */
export interface Dependencies extends Databases {
  config: LinkConfig & MailLimits & { MAIL: boolean; LOGIN_LIMIT_PER_MINUTE: number }
  logger: Logger
  mailer: Mailer
  merchants: MerchantDirectory
  /** Of all modules. */
  shopMails: readonly ShopMail[]
}
