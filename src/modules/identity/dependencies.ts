import type { TSchema } from 'typebox'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import type { RememberedTotals } from '#src/platform/lib/totals.ts'
import type { InTurn } from '#src/platform/lib/turns.ts'
import type { Letter, LinkConfig, Mailer } from '#src/platform/mail/index.ts'
import type { Memberships } from './accounts/memberships.ts'
import type { MailLimits } from './attempts/mail-limits.ts'
import type { Revocations } from './sessions/revocations.ts'
import type { AccessTokens } from './sessions/tokens.ts'

/** Deletes what another module keeps of a user, in the transaction in which the account is erased. */
export type Eraser = (transaction: Transaction, userId: string) => Promise<void>

/** What guests have in carts. Implemented by `carts`, and handed in by `app`. */
export interface GuestCarts {
  /** The shops at which the user has a cart that they began as a guest. */
  merchantsOf(transaction: Transaction, userId: string): Promise<string[]>
  /** Adds the lines of a guest's carts to those of an account, as far as carts go. */
  move(transaction: Transaction, guestId: string, userId: string): Promise<void>
}

/** A part of what is kept of a user, for the export of all of it. Its rows are read in pages while it is sent. */
export interface Exporter {
  /** The field that has the rows. */
  name: string
  /** Of one row. */
  schema: TSchema
  pages(databases: Databases, user: { id: string; merchantIds: readonly string[] }): AsyncIterable<readonly unknown[]>
}

/** What `app` hands to this module. */
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
  signInTurns: InTurn
  revocations: Revocations
  memberships: Memberships
  guestCarts: GuestCarts
  mailer: Mailer
  /** Those of all modules. */
  letters: readonly Letter<never>[]
  erasers: readonly Eraser[]
  exporters: readonly Exporter[]
}
