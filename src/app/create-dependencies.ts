import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Config } from '#src/config/config.ts'
import { guestCarts } from '#src/modules/carts/index.ts'
import { createCardCache } from '#src/modules/catalog/index.ts'
import {
  createAccessTokens,
  createSignInTurns,
  createStaffActivity,
  followRevocations,
} from '#src/modules/identity/index.ts'
import { createRenderer, useLogo } from '#src/modules/media/index.ts'
import {
  createKeyDirectory,
  createMemberships,
  createMerchantDirectory,
  createRoleDirectory,
  followSettings,
} from '#src/modules/merchants/index.ts'
import { createInvoiceSenders, createPaperRenderer } from '#src/modules/papers/index.ts'
import { createPaymentProviders } from '#src/modules/payments/index.ts'
import { wakeRefund } from '#src/modules/settlement/index.ts'
import { createStoredValueProvider, disableBought } from '#src/modules/stored-value/index.ts'
import { createViesRegister } from '#src/modules/taxes/index.ts'
import { useMediaAddress } from '#src/platform/blobs/addresses.ts'
import { createBlobStore, reportingFaults } from '#src/platform/blobs/index.ts'
import { createDatabase, createPool } from '#src/platform/db/pool/pool.ts'
import { readsAtPrimary } from '#src/platform/db/replicas/replica.ts'
import { createCursorCodec } from '#src/platform/lib/cursor.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { allowPermissions } from '#src/platform/lib/permissions.ts'
import { createSeal, deriveKey } from '#src/platform/lib/sealed.ts'
import { rememberedTotals } from '#src/platform/lib/totals.ts'
import { createMailer } from '#src/platform/mail/index.ts'
import { useEventWriter } from '#src/platform/outbox/index.ts'
import { useVideoHosts } from '#src/platform/rich-text/index.ts'
import { joinCluster } from './cluster-metrics.ts'
import type { Dependencies, RunningDependencies } from './dependencies.ts'
import { describeEvents } from './events.ts'
import type { LoadedExtension } from './extensions/load.ts'
import { reactingTo } from './extensions/react.ts'
import { erasersOf, exportersOf, runExtensions } from './extensions/running.ts'
import { modules } from './modules.ts'
import type { Secrets } from './secrets.ts'

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
  useVideoHosts(config)
  const loaded = await loadAll(config)
  allowPermissions(loaded.flatMap(({ value }) => value.permissions ?? []))
  const extensions = loaded.length === 0 ? [] : await runExtensions(db, loaded)
  for (const { outbox } of modules)
    if (outbox) useEventWriter(extensions.length === 0 ? outbox : reactingTo(outbox, extensions, logger))
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
    letters: modules.flatMap(({ mails }) => mails ?? []),
    shopMails: modules.flatMap(({ shopMails }) => shopMails ?? []),
    erasers: [...erasersOf(extensions), ...modules.flatMap(({ erase }) => erase ?? [])],
    exporters: [...modules.flatMap((module) => module.export ?? []), ...exportersOf(extensions)],
    shopPages: modules.flatMap(({ sitemap }) => sitemap ?? []),
    repricings: modules.flatMap(({ reprice }) => reprice ?? []),
    events: describeEvents(modules),
    extensions,
    useLogo,
    cardCache: createCardCache(),
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

/** A process without extensions pays nothing. */
async function loadAll({ EXTENSIONS }: Config): Promise<readonly LoadedExtension[]> {
  return EXTENSIONS.length === 0 ? [] : (await import('./extensions/load.ts')).loadExtensions(EXTENSIONS)
}
