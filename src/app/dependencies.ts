import type pg from 'pg'
import type { Registry } from 'prom-client'
import type { Config } from '#src/config/config.ts'
import type { CardCache } from '#src/modules/catalog/index.ts'
import type { AccessTokens, GuestCarts, Memberships, Revocations, StaffActivity } from '#src/modules/identity/index.ts'
import type { Renderer } from '#src/modules/media/index.ts'
import type { KeyDirectory, MerchantDirectory, RoleDirectory, UseLogo } from '#src/modules/merchants/index.ts'
import type { InvoiceSenders, PaperRenderer } from '#src/modules/papers/index.ts'
import type { PaymentProviders } from '#src/modules/payments/index.ts'
import type { wakeRefund } from '#src/modules/settlement/index.ts'
import type { disableBought } from '#src/modules/stored-value/index.ts'
import type { VatRegister } from '#src/modules/taxes/index.ts'
import type { BlobStore } from '#src/platform/blobs/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Pooling } from '#src/platform/db/pool/pooling.ts'
import type { Reads } from '#src/platform/db/replicas/replica.ts'
import type { TwoFactorPolicy } from '#src/platform/http/auth/authentication-services.ts'
import type { CursorCodec } from '#src/platform/lib/cursor.ts'
import type { KeyedLimit } from '#src/platform/lib/keyed-limit.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import type { RememberedTotals } from '#src/platform/lib/totals.ts'
import type { Letter, Mailer, ShopMail } from '#src/platform/mail/index.ts'
import type { Eraser, Exporter, Repricing, ShopPages } from '#src/platform/module.ts'
import type { DescribedEvent } from './events.ts'
import type { RunningExtension } from './extensions/running.ts'

/** Dependencies of all routes and jobs, made once per process. */
export interface Dependencies extends Databases {
  config: Config
  logger: Logger
  databaseUrl: string
  /** For users of a session: past a pooler. */
  directUrl: string
  pooling: Pooling
  pool: pg.Pool
  /** Of requests; web processes may have a standby for them. */
  reads: Reads
  cursors: CursorCodec
  totals: RememberedTotals
  tokens: AccessTokens
  signInTurns: KeyedLimit
  revocations: Revocations
  apiKeys: KeyDirectory
  staffActivity: StaffActivity
  merchants: MerchantDirectory
  memberships: Memberships
  roles: RoleDirectory
  guestCarts: GuestCarts
  twoFactorPolicy: TwoFactorPolicy
  seal: Seal
  paymentProviders: PaymentProviders
  vatRegister: VatRegister | undefined
  wakeRefund: typeof wakeRefund
  endBoughtCards: typeof disableBought
  mailer: Mailer
  letters: readonly Letter<never>[]
  shopMails: readonly ShopMail[]
  erasers: readonly Eraser[]
  exporters: readonly Exporter[]
  repricings: readonly Repricing[]
  shopPages: readonly ShopPages[]
  events: readonly DescribedEvent[]
  extensions: readonly RunningExtension[]
  useLogo: UseLogo
  cardCache: CardCache
  blobs: BlobStore
  renderer: Renderer
  paperRenderer: PaperRenderer
  invoiceSenders: InvoiceSenders
  metrics: Registry
}

export interface RunningDependencies extends Dependencies {
  close(): Promise<void>
}
