import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startJobsAndDeliveries } from '#src/app/background.ts'
import { buildApp } from '#src/app/build-app.ts'
import type { RunningDependencies } from '#src/app/dependencies.ts'
import { findDefaultMerchant } from '#src/modules/merchants/index.ts'
import type { PastClock } from './clock.ts'
import { readKnown, saveKnown, saveStep, type Trade } from './clock-queries.ts'
import { planTrade } from './plan.ts'
import { createPerformer, type Mailbox, Refused } from './shop.ts'
import { manager } from './staff-work.ts'

interface Following {
  deps: RunningDependencies
  clock: PastClock
  mailbox: Mailbox
  trade: Trade
  /** Steps that an earlier start has done. */
  done: number
  onStep(number: number, refusal: string | undefined): void
  stopping: AbortSignal
}

/** Longer than a step takes, so that what is done again comes after what was done. */
const afterRestartMs = 90_000

/** Lets happen what is planned, from the step that is not done on. False if it was stopped before the end. */
export async function followPlan(following: Following): Promise<boolean> {
  const { deps, clock, mailbox, trade, done, onStep, stopping } = following
  const { stop, receiverPort, ...service } = await startService(deps, clock)
  try {
    const { ADMIN_EMAIL: email = '', ADMIN_PASSWORD: password = '' } = deps.config
    const receiver = `http://127.0.0.1:${receiverPort}/warehouse`
    const accounts = { owner: { email, password }, manager: { email: manager.email, password } }
    const plan = planTrade({ ...trade, accounts, receiver })
    const { perform, passTime } = await createPerformer({ ...service, deps, clock, mailbox, accounts })
    for (const [number, step] of plan.entries()) {
      if (number < done) continue
      if (stopping.aborted) return false
      const isAgain = number === done && done > 0
      if (isAgain) await clock.advance(new Date(step.at + afterRestartMs))
      await passTime(new Date(step.at))
      const begun = performance.now()
      const refusal = await perform(number, step, isAgain).then(() => undefined, refusalOf)
      await saveStep(deps.db, number + 1)
      onStep(number, refusal)
      // The service beside has work to do, too.
      await sleep((performance.now() - begun) / 2)
    }
    await passTime(trade.endsAt)
    return true
  } finally {
    await stop()
  }
}

/** Who works in the shop while it is made may take away what a step needs: then it is left out. */
function refusalOf(error: unknown): string {
  if (error instanceof Refused) return error.message
  throw error
}

/** What answers requests, does jobs, delivers, and takes deliveries. Sweeps are steps of the plan. */
async function startService(deps: RunningDependencies, clock: PastClock) {
  const merchant = await findDefaultMerchant(deps.identity)
  if (merchant === undefined) throw new Error('the demo shop has no merchant')
  const app = await buildApp(deps)
  await app.ready()
  const receiver = await startReceiver(clock, Number((await readKnown(deps.db)).get('receiver') ?? 0))
  await saveKnown(deps.db, 'receiver', String(receiver.port))
  const working = startJobsAndDeliveries(deps, { pollMs: 300 }, { reclaimMs: 200 })
  return {
    app,
    merchantId: merchant.id,
    receiverPort: receiver.port,
    async stop() {
      await working.stop()
      await receiver.stop()
      await app.close()
    },
  }
}

/** Refuses a delivery now and then, and all of them for an hour. On the port of the start before, which is its URL. */
async function startReceiver(clock: PastClock, port: number) {
  let requests = 0
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const isDown = clock.now().getUTCDate() % 11 === 5 && clock.now().getUTCHours() === 18
      response.writeHead(isDown || ++requests % 41 === 7 ? 503 : 204).end()
    })
  })
  const listen = (at: number) => once(server.listen(at, '127.0.0.1'), 'listening')
  // Another process may have it now: then its deliveries fail.
  await listen(port).catch(() => listen(0))
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
