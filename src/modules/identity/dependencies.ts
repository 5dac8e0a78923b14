import type { Databases } from '#src/platform/db/databases.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { KeyedLimit } from '#src/platform/lib/keyed-limit.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import type { RememberedTotals } from '#src/platform/lib/totals.ts'
import type { Letter, LinkConfig, Mailer } from '#src/platform/mail/index.ts'
import type { Eraser, Exporter } from '#src/platform/module.ts'
import type { Memberships } from './accounts/memberships.ts'
import type { MailLimits } from './attempts/mail-limits.ts'
import type { Revocations } from './sessions/revocations.ts'
import type { AccessTokens } from './sessions/tokens.ts'

/** Carts of guests. Implemented by `carts`, passed in by `app`. */
export interface GuestCarts {
  /** Shops where the user has a cart from their time as a guest. */
  merchantsOf(transaction: Transaction, userId: string): Promise<string[]>
  /** Moves the lines of a guest's carts to an account, within the limits of carts. */
  move(transaction: Transaction, guestId: string, userId: string): Promise<void>
}

/** Dependencies that `app` passes to this module. */
export interface Dependencies extends Databases {
  seal: Seal
  config: LinkConfig &
    MailLimits & {
      ACCESS_TOKEN_TTL_SECONDS: number
      REFRESH_GRACE_SECONDS: number
      LOGIN_LIMIT_PER_MINUTE: number
    }
  logger: Logger
  cursors: CursorCodec
  totals: RememberedTotals
  tokens: AccessTokens
  /** In which attempts to sign in are made. */
  signInTurns: KeyedLimit
  revocations: Revocations
  memberships: Memberships
  guestCarts: GuestCarts
  mailer: Mailer
  /** Those of all modules. */
  letters: readonly Letter<never>[]
  erasers: readonly Eraser[]
  exporters: readonly Exporter[]
}
