import type pg from 'pg'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Config } from '#src/config/config.ts'
import { guestCarts } from '#src/modules/carts/index.ts'
import {
  createKnownCards,
  createRenderer,
  type KnownCards,
  type Renderer,
  useLogo,
} from '#src/modules/catalog/index.ts'
import {
  type AccessTokens,
  createAccessTokens,
  createSignInTurns,
  createStaffActivity,
  type Eraser,
  type Exporter,
  followRevocations,
  type GuestCarts,
  type Memberships,
  type Revocations,
  type StaffActivity,
} from '#src/modules/identity/index.ts'
import {
  createKeyDirectory,
  createMemberships,
  createMerchantDirectory,
  createRoleDirectory,
  followSettings,
  type KeyDirectory,
  type MerchantDirectory,
  type Repricing,
  type RoleDirectory,
  type UseLogo,
} from '#src/modules/merchants/index.ts'
import {
  createInvoiceSenders,
  createPaperRenderer,
  type InvoiceSenders,
  type PaperRenderer,
} from '#src/modules/papers/index.ts'
import { createPaymentProviders, type PaymentProviders } from '#src/modules/payments/index.ts'
import { wakeRefund } from '#src/modules/settlement/index.ts'
import { createStoredValueProvider, disableBought } from '#src/modules/stored-value/index.ts'
import { createViesRegister, type VatRegister } from '#src/modules/taxes/index.ts'
import { useMediaAddress } from '#src/platform/blobs/addresses.ts'
import { type BlobStore, createBlobStore, reportingFaults } from '#src/platform/blobs/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import { createDatabase, createPool } from '#src/platform/db/pool/pool.ts'
import type { Pooling } from '#src/platform/db/pool/pooling.ts'
import { type Reads, readsAtPrimary } from '#src/platform/db/replicas/replica.ts'
import type { TwoFactorPolicy } from '#src/platform/http/auth/authentication-services.ts'
import { type CursorCodec, createCursorCodec } from '#src/platform/lib/cursor.ts'
import type { KeyedLimit } from '#src/platform/lib/keyed-limit.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { createSeal, deriveKey, type Seal } from '#src/platform/lib/sealed.ts'
import { type RememberedTotals, rememberedTotals } from '#src/platform/lib/totals.ts'
import { createMailer, type Letter, type Mailer } from '#src/platform/mail/index.ts'
import { joinCluster } from './cluster-metrics.ts'
import { erasers } from './erasers.ts'
import { exporters } from './exporters.ts'
import { letters } from './letters.ts'
import { repricings } from './repricings.ts'
import type { Secrets } from './secrets.ts'

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
  erasers: readonly Eraser[]
  exporters: readonly Exporter[]
  repricings: readonly Repricing[]
  useLogo: UseLogo
  knownCards: KnownCards
  blobs: BlobStore
  renderer: Renderer
  paperRenderer: PaperRenderer
  invoiceSenders: InvoiceSenders
  metrics: Registry
}

export interface RunningDependencies extends Dependencies {
  close(): Promise<void>
}

export async function createDependencies(
  config: Config,
  databaseUrl: string,
  secrets: Secrets,
  logger: Logger,
  { directUrl = databaseUrl, pooling = 'none' }: Partial<Pick<Dependencies, 'directUrl' | 'pooling'>> = {},
): Promise<RunningDependencies> {
  const [signing] = secrets.jwt
  if (signing === undefined) throw new Error('at least one secret is needed')
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  joinCluster(metrics)
  const pool = createPool({ url: databaseUrl, size: config.DATABASE_POOL_SIZE, pooling })
  const db = createDatabase(pool)
  const revocations = await followRevocations(db, config.ACCESS_TOKEN_TTL_SECONDS, logger)
  const settings = await followSettings(db, logger)
  const merchants = createMerchantDirectory(db, settings)
  const renderer = createRenderer()
  const paperRenderer = createPaperRenderer()
  const mailer = createMailer(config, logger)
  const blobs = reportingFaults(createBlobStore(config), logger)
  useMediaAddress(config)
  return {
    config,
    logger,
    databaseUrl,
    directUrl,
    pooling,
    pool,
    db,
    shop: () => db,
    reads: readsAtPrimary,
    cursors: createCursorCodec(deriveKey(signing.secret, 'cursor')),
    totals: rememberedTotals(),
    tokens: createAccessTokens(secrets.jwt, config.ACCESS_TOKEN_TTL_SECONDS, config.PUBLIC_URL),
    signInTurns: createSignInTurns(),
    revocations,
    apiKeys: createKeyDirectory(db),
    staffActivity: createStaffActivity(db),
    merchants,
    memberships: createMemberships(merchants),
    roles: createRoleDirectory(db),
    guestCarts,
    wakeRefund,
    endBoughtCards: disableBought,
    twoFactorPolicy: settings.twoFactorPolicy,
    seal: createSeal(secrets.seal),
    paymentProviders: [...(await createPaymentProviders(db, config)), createStoredValueProvider(() => db)],
    vatRegister: config.VIES_URL === undefined ? undefined : createViesRegister(config.VIES_URL),
    mailer,
    letters,
    erasers,
    exporters,
    repricings,
    useLogo,
    knownCards: createKnownCards(),
    blobs,
    renderer,
    paperRenderer,
    invoiceSenders: createInvoiceSenders(mailer, config),
    metrics,
    async close() {
      await Promise.all([revocations.stop(), settings.stop(), renderer.close(), paperRenderer.close()])
      blobs.close()
      await db.destroy()
    },
  }
}
