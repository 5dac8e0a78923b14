import { createWriteStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkAcknowledged } from './acknowledged.ts'
import { buy } from './buyer.ts'
import { checkLog, checkReceived } from './check-events.ts'
import { type ChaosDatabase, startChaosDatabase } from './database.ts'
import { followLog } from './follower.ts'
import { brokenInvariants } from './invariants.ts'
import { createJournal, type Journal } from './journal.ts'
import { readMailedCards } from './mailed-cards.ts'
import { payBackByHand } from './pay-back.ts'
import { startService } from './processes.ts'
import { seeded } from './random.ts'
import { startReceivers } from './receivers.ts'
import { createRecords } from './records.ts'
import { recountShop } from './recount.ts'
import { createRequests } from './requests.ts'
import { disturb } from './schedule.ts'
import { openSelling } from './selling.ts'
import { untilFollowed, untilSettled } from './settled.ts'
import { type Clients, openShop, ownerAccount } from './shop.ts'
import { shop as shopping } from './shopper.ts'
import { manage } from './staff.ts'

export interface ChaosOptions {
  seed: string
  /** Of the disturbances; what was begun is finished afterwards. */
  durationMs: number
  /** How often each kind of disturbance takes place at most. */
  rounds: number
  webs: number
  workers: number
  shoppers: number
  /** They buy baskets with promotions, edits, returns, refunds and stored value. */
  buyers: number
  /** Mean time between two things that one client does. */
  pauseMs: number
  restores: boolean
  /** Hears the timeline as it happens. */
  watch?: (line: string) => void
  /** Where the logs of all processes are written. */
  logFile?: string
}

export interface ChaosOutcome {
  journal: Journal
  invariantsChecked: number
}

/** An attempt’s deadline; its lease lasts 15 s longer. */
const webhookTimeoutSeconds = 1
const pastLeaseMs = (webhookTimeoutSeconds + 15 + 2) * 1_000
const retryDelays = [0.5, 0.5, 1, 1, 2, 2, 4, 4, 4, 4]
const environment = {
  ...ownerAccount,
  WEBHOOK_TIMEOUT_SECONDS: String(webhookTimeoutSeconds),
  WEBHOOK_RETRY_DELAYS: retryDelays.join(','),
  ORDER_PAYMENT_WINDOW_SECONDS: '10',
  CART_ABANDONED_AFTER_SECONDS: '8',
  DATABASE_POOL_SIZE: '6',
  MAX_LOOP_DELAY_MS: '60000',
}
const watchEveryMs = 5_000
const settleTimeoutMs = 180_000

/** Starts everything, lets clients and disturbances loose on it, waits until all has come to its end, and checks. */
export async function runChaos(options: ChaosOptions): Promise<ChaosOutcome> {
  const random = seeded(options.seed)
  const journal = createJournal(options.watch ?? (() => {}))
  const database = await startChaosDatabase()
  const receivers = await startReceivers(random.fork('receivers'))
  const { webs, workers } = options
  const service = await startService({ webs, workers, databaseUrl: database.url, environment, journal })
  const giveUp = new AbortController()
  try {
    await service.startAll()
    const requests = createRequests(service.origins, journal, random.fork('requests'), giveUp.signal)
    const { shoppers, pauseMs } = options
    const shop = await openShop(requests, receivers, random.fork('shop'), { products: 6, shoppers })
    const selling = await openSelling(requests, shop, random.fork('selling'), options.buyers)
    journal.note('the shop is open')

    let over = false
    const works: Promise<unknown>[] = []
    const meanwhile = (work: Promise<unknown>) => {
      works.push(work.catch((error) => journal.fault('clients and disturbances come to their end', `${error.stack}`)))
    }
    const records = createRecords(journal)
    const clients: Clients = {
      requests,
      records,
      journal,
      shop,
      receivers,
      pauseMs,
      meanwhile,
      isOver: () => over,
    }
    const follower = followLog(clients, random.fork('follower'))
    for (const shopper of shop.shoppers) meanwhile(shopping(clients, shopper, random.fork(shopper.name)))
    const cards: string[] = []
    for (const buyer of selling.buyers) meanwhile(buy(clients, selling, buyer, cards, random.fork(buyer.name)))
    meanwhile(readMailedCards(service.mailFolder, cards, clients.isOver))
    meanwhile(manage(clients, random.fork('staff')))
    meanwhile(watchInvariants(database, journal, clients.isOver))
    const { restores } = options
    const scene = { service, database, journal, meanwhile, pastLeaseMs, restores, random: random.fork('schedule') }
    await disturb(scene, options.durationMs, options.rounds).catch((error) =>
      journal.fault('disturbances take place', `${error.stack}`),
    )

    over = true
    journal.note('waiting until everything has come to its end')
    setTimeout(() => giveUp.abort(), settleTimeoutMs).unref()
    // Works may begin others meanwhile.
    const finish = async () => {
      for (let done = 0; done < works.length; ) done = (await Promise.all(works)).length
    }
    let isSettled = false
    const paidBack = payBackByHand(clients, database, () => isSettled)
    await Promise.all([finish(), untilSettled(database, journal, giveUp.signal)])
    await untilSettled(database, journal, giveUp.signal)
    isSettled = true
    await paidBack
    await untilFollowed(database, follower.events)
    await follower.stop()
    journal.counts.set('codes of gift cards', cards.length)
    await recountShop(clients, selling).catch((error) => journal.fault('the shop can be recounted', `${error.stack}`))
    await service.endAll('SIGTERM')

    journal.note('checking')
    for (const crash of await database.crashes()) journal.fault('the database does not crash by itself', crash)
    const { checked, broken } = await brokenInvariants(database.url(), 'at the end')
    for (const [name, rows] of broken) for (const row of rows) journal.fault(name, row)
    await checkAcknowledged(database, records, journal)
    await checkLog(database, follower.events, journal)
    const { deliveries, repeated } = await checkReceived(database, receivers, retryDelays.length, journal)
    journal.counts.set('deliveries', deliveries).set('deliveries repeated', repeated)
    journal.counts.set('requests to receivers', receivers.total()).set('events followed', follower.events.length)
    return { journal, invariantsChecked: checked }
  } finally {
    giveUp.abort()
    const logs = await service.close()
    if (options.logFile !== undefined) createWriteStream(options.logFile).end(logs)
    await receivers.close()
    await database.stop()
  }
}

/** Checks, while everything goes on, what is true at every moment. */
async function watchInvariants(database: ChaosDatabase, journal: Journal, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await sleep(watchEveryMs)
    // The database may be away.
    const found = await brokenInvariants(database.url(), 'now').catch(() => undefined)
    for (const [name, rows] of found?.broken ?? []) journal.fault(`${name} (while it ran)`, rows[0])
  }
}
