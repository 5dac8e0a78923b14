import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutcomeKind } from '../sending/attempt-outcome.ts'
import { mayBegin, type Progress, stepAfter } from './retry-rules.ts'

/**
 * A model of queue, workers and receivers, driven by a seeded random number generator. It uses the retry rules of the
 * engine, and runs thousands of schedules of crashes, pauses and slow writes. The invariants are asserted at every
 * step.
 */

const schedules = 4_000
const retryDelaysMs = [1_000, 5_000, 25_000, 125_000, 300_000]
const deadlineMs = 30_000
const leaseMs = 45_000
const expiryCheckMs = 5_000
const cap = 10

/** As the lease statement does: the cap of a receiver is halved with every failure in a row, never below one. */
const capAfter = (failures: number) => Math.max(1, cap >> Math.min(failures, 30))

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Row extends Progress {
  receiver: number
  dueAt: number
  lease: { token: number; until: number } | undefined
  end: 'delivered' | 'failed' | undefined
  /** Lease tokens of the requests under way. */
  sending: Set<number>
  attempts: number
}

interface Worker {
  alive: boolean
  /** Suspended until then. */
  pausedUntil: number
}

class Model {
  now = 0
  readonly rows: Row[]
  readonly failures: number[]
  readonly workers: Worker[]
  readonly tally = { refused: 0, lost: 0, released: 0 }
  readonly #random: () => number
  readonly #health: number[]
  #events: { at: number; order: number; run: () => void }[] = []
  #order = 0
  #token = 0

  constructor(seed: number) {
    const random = randomFrom(seed)
    this.#random = random
    const receivers = 1 + Math.floor(random() * 4)
    // The share of requests that fail, for each receiver.
    this.#health = Array.from({ length: receivers }, () => random())
    this.failures = this.#health.map(() => 0)
    this.rows = Array.from({ length: 1 + Math.floor(random() * 30) }, (_, i) => this.#newRow(i % receivers))
    this.workers = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({ alive: true, pausedUntil: 0 }))
    for (const worker of this.workers) this.#loop(worker)
    this.#endExpired()
    this.#disturb()
  }

  #newRow(receiver: number): Row {
    const dueAt = Math.floor(this.#random() * 20_000)
    return { receiver, dueAt, spent: 0, tries: 0, lease: undefined, end: undefined, sending: new Set(), attempts: 0 }
  }

  /** Runs until every row has ended; returns the time. */
  run(): number {
    while (this.rows.some((row) => row.end === undefined)) {
      this.#events.sort((a, b) => a.at - b.at || a.order - b.order)
      const event = this.#events.shift()
      assert.ok(event !== undefined && event.at < 86_400_000, 'a delivery has no end')
      this.now = event.at
      event.run()
    }
    return this.now
  }

  #after(ms: number, run: () => void): void {
    this.#events.push({ at: this.now + ms, order: this.#order++, run })
  }

  /** Runs when the worker is not suspended; never if it has died. */
  #asWorker(worker: Worker, ms: number, run: () => void): void {
    this.#after(ms, () => {
      if (!worker.alive) return
      if (worker.pausedUntil > this.now) this.#asWorker(worker, worker.pausedUntil - this.now, run)
      else run()
    })
  }

  #loop(worker: Worker): void {
    this.#asWorker(worker, 200 + this.#random() * 800, () => {
      this.#lease(worker)
      this.#loop(worker)
    })
  }

  #lease(worker: Worker): void {
    const token = this.#token++
    for (const [receiver, failures] of this.failures.entries()) {
      const own = this.rows.filter((row) => row.receiver === receiver && row.end === undefined)
      let room = capAfter(failures) - own.filter((row) => row.lease).length
      for (const row of own.filter(({ lease, dueAt }) => lease === undefined && dueAt <= this.now)) {
        if (room-- <= 0) break
        row.lease = { token, until: this.now + leaseMs }
        this.#send(worker, row, token, this.now + leaseMs)
      }
      assert.ok(own.filter((row) => row.lease).length <= cap, 'more under way than the cap')
    }
  }

  /** A worker may be suspended between lease and request, and between answer and outcome. */
  #send(worker: Worker, row: Row, token: number, leaseEndsAt: number): void {
    // Now and then a busy machine begins late.
    const waitMs = this.#random() < 0.05 ? this.#random() * 40_000 : this.#random() * 20
    this.#asWorker(worker, waitMs, () => {
      if (!mayBegin(this.now, leaseEndsAt, deadlineMs)) {
        this.tally.released += 1
        if (row.lease?.token === token) row.lease = undefined
        return
      }
      assert.ok(this.now >= row.dueAt, 'sent before it was due')
      assert.equal(row.lease?.token, token, 'sent without the lease')
      assert.equal(row.sending.size, 0, 'sent by two holders at once')
      assert.equal(row.end, undefined, 'sent after its end')
      row.attempts += 1
      row.sending.add(token)
      const { kind, ms } = this.#answer(row)
      // The receiver's side ends by itself, whatever happens to the worker.
      this.#after(ms, () => row.sending.delete(token))
      this.#asWorker(worker, ms + 5 + this.#random() * 200, () => this.#record(row, token, kind))
    })
  }

  #answer(row: Row): { kind: OutcomeKind; ms: number } {
    const luck = this.#random()
    if (luck < 0.02) return { kind: 'egress_fault', ms: 10 }
    if (this.#random() > (this.#health[row.receiver] ?? 0)) return { kind: 'delivered', ms: this.#random() * 2_000 }
    if (luck < 0.2) return { kind: 'timeout', ms: deadlineMs }
    return { kind: luck < 0.6 ? 'rejected' : 'network_error', ms: this.#random() * deadlineMs }
  }

  #record(row: Row, token: number, kind: OutcomeKind): void {
    if (row.lease?.token !== token) {
      this.tally.refused += 1
      return
    }
    const step = stepAfter(kind, row, retryDelaysMs, this.#random())
    row.lease = undefined
    row.tries += 1
    if (step.counted) {
      const before = this.failures[row.receiver] ?? 0
      this.failures[row.receiver] = kind === 'delivered' ? 0 : before + 1
    }
    if (step.status !== 'pending') {
      row.end = step.status
      assert.ok(row.spent <= retryDelaysMs.length)
      if (step.status === 'failed')
        assert.equal(row.spent, retryDelaysMs.length, 'failed before its retries were spent')
      return
    }
    if (step.counted) {
      const delay = retryDelaysMs[row.spent] ?? Number.NaN
      assert.ok(step.retryInMs >= delay && step.retryInMs <= delay * 1.1, 'a gap early, or more than 10 % late')
      row.spent += 1
    }
    row.dueAt = this.now + step.retryInMs
  }

  #endExpired(): void {
    this.#after(expiryCheckMs * this.#random(), () => {
      for (const row of this.rows) {
        if (row.lease === undefined || row.lease.until >= this.now) continue
        row.lease = undefined
        row.dueAt = this.now
        row.tries += 1
        this.tally.lost += 1
      }
      this.#endExpired()
    })
  }

  /** Workers die and are replaced; workers are suspended for up to two minutes. */
  #disturb(): void {
    this.#after(this.#random() * 40_000, () => {
      const index = Math.floor(this.#random() * this.workers.length)
      const worker = this.workers[index]
      if (worker !== undefined && this.#random() < 0.5) {
        worker.alive = false
        const next = { alive: true, pausedUntil: 0 }
        this.workers[index] = next
        this.#loop(next)
      } else if (worker !== undefined) worker.pausedUntil = this.now + this.#random() * 120_000
      this.#disturb()
    })
  }
}

test(`${schedules} random schedules: each delivery ends, none is sent early, none by two workers`, (t) => {
  const seed = Number(process.env['SIMULATION_SEED'] ?? 1)
  const total = { rows: 0, delivered: 0, attempts: 0, refused: 0, lost: 0, released: 0 }
  for (let schedule = 0; schedule < schedules; schedule++) {
    const model = new Model(seed + schedule)
    try {
      model.run()
    } catch (error) {
      throw new Error(`schedule with SIMULATION_SEED=${seed + schedule}: ${(error as Error).message}`, { cause: error })
    }
    total.rows += model.rows.length
    for (const row of model.rows) {
      total.attempts += row.attempts
      total.delivered += row.end === 'delivered' ? 1 : 0
    }
    total.refused += model.tally.refused
    total.lost += model.tally.lost
    total.released += model.tally.released
  }
  t.diagnostic(JSON.stringify(total))
  // Each of these happened often enough.
  for (const count of Object.values(total)) assert.ok(count > schedules / 10)
})
