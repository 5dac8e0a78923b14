import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosDatabase } from './database.ts'
import type { Journal } from './journal.ts'
import { type Moment, moments, type Role } from './moments.ts'
import type { Service } from './processes.ts'
import type { Random } from './random.ts'

export interface Scene {
  service: Service
  database: ChaosDatabase
  journal: Journal
  random: Random
  /** Lets the schedule go on; the run waits for its end. */
  meanwhile(work: Promise<unknown>): void
  /** Longer than the lease of a delivery. */
  pastLeaseMs: number
  /** Whether the database is moved to a fresh cluster in the midst. */
  restores: boolean
}

interface Disturbance {
  name: string
  run(): Promise<void>
}

/** Between one disturbance and the next: the service recovers, or does not get to it. */
const maxPauseMs = 1_500

/** Every kind of disturbance once, in an order of the seed, and again, at most `rounds` times, while there is time. */
export async function disturb(scene: Scene, durationMs: number, rounds: number): Promise<void> {
  const { journal, random } = scene
  const end = performance.now() + durationMs
  for (let round = 1; round === 1 || (round <= rounds && performance.now() < end); round++) {
    for (const { name, run } of random.shuffle(allDisturbances(scene))) {
      if (round > 1 && performance.now() > end) break
      await sleep(random.between(0, maxPauseMs))
      journal.note(name)
      await run()
      journal.count(name)
    }
  }
  await sleep(Math.max(0, end - performance.now()))
}

function allDisturbances(scene: Scene): Disturbance[] {
  const { service, database, random, restores } = scene
  const any = (role: Role) => service.one(role, random.between(0, 99))
  const atMoment = (role: Role, moment: Moment) => ({
    name: `a ${role} process dies ${moment}`,
    run: () => service.dieAt(role, moment),
  })
  return [
    ...moments.web.map((moment) => atMoment('web', moment)),
    ...moments.worker.map((moment) => atMoment('worker', moment)),
    { name: 'SIGKILL of a web process', run: () => service.replace(any('web'), 'SIGKILL') },
    { name: 'SIGKILL of a worker', run: () => service.replace(any('worker'), 'SIGKILL') },
    { name: 'SIGTERM to a web process', run: () => service.replace(any('web'), 'SIGTERM') },
    { name: 'SIGTERM to a worker', run: () => service.replace(any('worker'), 'SIGTERM') },
    { name: 'SIGSTOP of a web process for a while', run: () => pause(scene) },
    { name: 'SIGSTOP of a worker past its leases', run: () => stall(scene) },
    { name: 'SIGKILL of everything', run: () => killAll(scene) },
    { name: 'SIGKILL of the database', run: () => database.kill() },
    { name: 'SIGKILL of a database session', run: () => database.killSession(random) },
    ...(restores ? [{ name: 'restore into a fresh cluster', run: () => restore(scene) }] : []),
  ]
}

/** The process goes on with its requests, or is killed with their transactions open. */
async function pause({ service, random }: Scene): Promise<void> {
  const web = service.one('web', random.between(0, 99))
  web.signal('SIGSTOP')
  await sleep(random.between(500, 3_000))
  if (random.chance(0.5)) web.signal('SIGCONT')
  else await service.replace(web, 'SIGKILL')
}

/**
 * A worker is stopped, another one takes its place and, later, its deliveries. When it goes on, its outcomes come too
 * late; then it is told to end.
 */
async function stall({ service, random, meanwhile, pastLeaseMs, journal }: Scene): Promise<void> {
  const worker = service.one('worker', random.between(0, 99))
  worker.isExpectedToEnd = true
  worker.signal('SIGSTOP')
  await service.start('worker')
  const goOn = async () => {
    await sleep(pastLeaseMs)
    journal.note('the stopped worker goes on')
    worker.signal('SIGCONT')
    await sleep(1_000)
    await service.end(worker, 'SIGTERM')
  }
  meanwhile(goOn())
}

/** As when the machine loses power: all processes and the database die, and start again on the same folder. */
async function killAll({ service, database }: Scene): Promise<void> {
  await Promise.all([service.endAll('SIGKILL'), database.kill()])
  await service.startAll()
}

/** Nothing writes while the rows are copied; then everything starts anew beside the copy. */
async function restore({ service, database, journal }: Scene): Promise<void> {
  await service.endAll('SIGKILL')
  const { transactionsBefore, transactionsAfter } = await database.restore()
  journal.note(`restored: the transaction counter went from ${transactionsBefore} to ${transactionsAfter}`)
  if (transactionsAfter >= transactionsBefore) journal.fault('a restore takes the counter back', { transactionsAfter })
  await service.startAll()
}
