import type { AccessTokens, AtShops, MailLimits, Revocations } from '#src/modules/identity/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import type { RememberedTotals } from '#src/platform/lib/totals.ts'
import type { LinkConfig, Mailer } from '#src/platform/mail/index.ts'
import type { Repricing } from '#src/platform/module.ts'
import type { KeyDirectory } from './api-keys/key-directory.ts'
import type { MerchantDirectory } from './directory.ts'
import type { RoleDirectory } from './roles/role-directory.ts'
import type { UseLogo } from './settings/change-settings.ts'

/** Dependencies that `app` passes to this module. */
export interface Dependencies extends Databases, AtShops {
  seal: Seal
  config: LinkConfig & MailLimits & { LOGIN_LIMIT_PER_MINUTE: number }
  logger: Logger
  cursors: CursorCodec
  totals: RememberedTotals
  mailer: Mailer
  merchants: MerchantDirectory
  repricings: readonly Repricing[]
  useLogo: UseLogo
  /** That `invoices.send_by` may name. */
  invoiceSenders: readonly { name: string }[]
  tokens: AccessTokens
  revocations: Revocations
  apiKeys: KeyDirectory
  roles: RoleDirectory
}
