import { bootstrap } from '#src/app/bootstrap.ts'
import { createDependencies, type RunningDependencies } from '#src/app/dependencies.ts'
import { createLogger } from '#src/app/logging.ts'
import { loadSecrets } from '#src/app/secrets.ts'
import type { Config } from '#src/config.ts'
import { loadDemoCatalog } from './catalog.ts'
import { createPastClock, shiftDate } from './clock.ts'
import {
  becomeMaker,
  installClock,
  type MakerSession,
  makePartitions,
  pastUrl,
  readProgress,
  removeClock,
  type Trade,
} from './clock-queries.ts'
import { opensAt } from './plan.ts'
import type { Mailbox } from './shop.ts'

export interface Work {
  config: Config
  directUrl: string
  ownerUrl: string
  /** Without `endsAt`: until now. */
  trade: Omit<Trade, 'endsAt'> & Partial<Trade>
}

interface Signals {
  /** The merchant and the catalog are there. */
  onOpened(pastEnds: Date): void
  /** Called after each step, with what the service has refused of it. */
  onStep(number: number, refusal: string | undefined): void
  stopping: AbortSignal
}

/** Makes the demo shop, or goes on with it. Answers what became of it. */
export async function makeShop(work: Work, signals: Signals): Promise<'made' | 'stopped' | 'made elsewhere'> {
  const maker = await becomeMaker(work.ownerUrl)
  if (maker === undefined) return 'made elsewhere'
  shiftDate()
  try {
    await installClock(maker, work.trade)
    const isWhole = await makePast(work, maker, signals)
    if (isWhole) await removeClock(maker)
    return isWhole ? 'made' : 'stopped'
  } finally {
    await maker.client.end()
  }
}

/** False if it was stopped before the end. */
async function makePast(work: Work, maker: MakerSession, { onOpened, ...signals }: Signals): Promise<boolean> {
  const mailbox: Mailbox = { secrets: new Map() }
  const deps = await openPast(work, maker, mailbox)
  try {
    const { done, trade } = await readProgress(deps.db)
    const clock = await createPastClock(deps.db, opensAt(trade))
    if (done === 0) {
      await bootstrap(deps)
      await loadDemoCatalog(deps)
    }
    onOpened(trade.endsAt)
    await makePartitions(maker.client, 'all')
    // The service listens meanwhile: this takes as long as loading the service.
    const { followPlan } = await import('./follow-plan.ts')
    return await followPlan({ deps, clock, mailbox, trade, done, ...signals })
  } finally {
    await deps.close()
  }
}

/** The service as it was: with the clock of the past, and alone. */
async function openPast({ config, directUrl }: Work, maker: MakerSession, mailbox: Mailbox) {
  const settings: Config = {
    ...config,
    // Tokens outlast the past.
    ...{ ACCESS_TOKEN_TTL_SECONDS: 400 * 86_400, DATABASE_POOL_SIZE: 4 },
    ...{ RATE_LIMIT_PER_MINUTE: 0, LOGIN_LIMIT_PER_MINUTE: 0, MAX_LOOP_DELAY_MS: 60_000, MAX_QUEUE_WAIT_MS: 60_000 },
  }
  const logger = createLogger({ LOG_LEVEL: config.LOG_LEVEL === 'silent' ? 'silent' : 'error' })
  const deps = await createDependencies(settings, pastUrl(directUrl, maker), await loadSecrets(config), logger)
  const mailer: RunningDependencies['mailer'] = {
    async send({ to, link }) {
      const { page, secret } = /\/account\/(?<page>[\w-]+)#token=(?<secret>.+)/.exec(link ?? '')?.groups ?? {}
      if (page !== undefined && secret !== undefined) mailbox.secrets.set(`${page} ${to}`, secret)
    },
  }
  return { ...deps, mailer }
}
