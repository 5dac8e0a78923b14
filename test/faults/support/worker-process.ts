/**
 * A process that delivers, to be killed, stopped or ended while it works. Its argument says how (`WorkerPlan`). Says
 * `ready` and its time of day when it delivers; on SIGTERM it stops as the service does, and exits 0. It loads nothing
 * but the engine, since some fifty of them are started.
 */
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { readConfig } from '#src/config/config.ts'
import { startDeliveryEngine } from '#src/modules/webhooks/engine/engine.ts'
import { createSender, type Sender } from '#src/modules/webhooks/sending/sender.ts'
import { createDatabase, createPool } from '#src/platform/db/pool/pool.ts'
import { createSeal } from '#src/platform/lib/sealed.ts'
import type { WorkerPlan } from './worker.ts'

const plan = JSON.parse(process.argv[2] ?? '{}') as WorkerPlan
const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '4', ...plan.environment })
const logger = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
const { databaseUrl } = plan
const db = createDatabase(createPool({ url: databaseUrl, size: config.DATABASE_POOL_SIZE }))
const address = { databaseUrl, directUrl: databaseUrl, pooling: 'none' } as const
const deps = { ...address, config, logger, db, seal: createSeal(plan.secrets), metrics: new Registry() }
const real = createSender({ production: false, deadlineMs: config.WEBHOOK_TIMEOUT_SECONDS * 1000 })
const sender = plan.death ? mortal(real, plan.death) : poisonable(real, plan.poison)
const engine = startDeliveryEngine(deps, { ...plan.options, sender })

process.on('SIGTERM', async () => {
  await engine.stop()
  await real.close()
  await db.destroy()
  process.exit(0)
})
process.stdout.write(`ready ${Date.now()}\n`)

/** Kills its own process, with no chance to write anything, at a chosen moment of a chosen attempt. */
function mortal(sender: Sender, { at, after }: NonNullable<WorkerPlan['death']>): Sender {
  let sent = 0
  const die = () => process.kill(process.pid, 'SIGKILL')
  return {
    ...sender,
    async send(request) {
      sent += 1
      if (sent < after) return sender.send(request)
      if (at === 'before sending') die()
      const outcome = sender.send(request)
      // The request is on its way, and in an instant the receiver will have it.
      if (at === 'while sending') setTimeout(die, 5)
      await outcome
      if (at === 'after the answer') die()
      return new Promise(() => {})
    },
  }
}

function poisonable(sender: Sender, poison: string | undefined): Sender {
  return {
    ...sender,
    async send(request) {
      if (request.url === poison) process.kill(process.pid, 'SIGKILL')
      return sender.send(request)
    },
  }
}
