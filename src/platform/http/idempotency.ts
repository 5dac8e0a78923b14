import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Database } from '#src/platform/db/pool.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import { completeKey, deleteKeysOf, insertKey, lockKey, type StoredKey, selectKey } from './idempotency-queries.ts'

/** The header of every route that runs its work `once`. */
export const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Makes the request safe to repeat for 24 h: the same key and body replay the first answer.',
      examples: ['order-7f3a'],
    }),
  ),
})

/** What a route needs to run its work `once`. */
export interface IdempotencyServices {
  db: Database
  seal: Seal
}

type Services = IdempotencyServices
type Reply = Pick<FastifyReply, 'code' | 'header'>

/**
 * Runs the work of a creating request, once per `Idempotency-Key` (1 to 255 characters, kept 24 h). The key, and the
 * answer to repeat, are stored in the work's own transaction: two requests with one key can never both commit, in one
 * process or in several. A failed request stores nothing; its key may be used again.
 *
 * `work` must do all its writing on the executor it is given.
 */
export async function once<T>(
  services: Services,
  request: FastifyRequest,
  reply: Reply,
  status: number,
  work: (executor: Executor) => Promise<T>,
): Promise<T> {
  const use = keyUse(request)
  reply.code(status)
  if (use === undefined) return work(services.db)
  return inTransaction(services.db, async (transaction) => {
    const stored = await claim(transaction, use)
    if (stored) return replay<T>(services, use, stored, reply)
    const answer = await work(transaction)
    await insertKey(transaction, { ...use, status, body: seal(services, use, answer) })
    return answer
  })
}

/** Work that cannot be one transaction, because it goes over the network in between. */
export interface SteppedWork<State, T> {
  /** Writes down that the work is under way, together with the key; what it answers must say which work that is. */
  begin(transaction: Transaction): Promise<State>
  finish(state: State): Promise<T>
  /** For a key used before, whose process may be dead: the answer, or undefined while there is none. The state has been JSON. */
  resume(state: State): Promise<T | undefined>
}

/** The same promise for work in steps: it is begun once per key, and whoever asks again gets its outcome, through a crash too. */
export async function onceInSteps<State, T>(
  services: Services,
  request: FastifyRequest,
  reply: Reply,
  status: number,
  work: SteppedWork<State, T>,
): Promise<T> {
  const use = keyUse(request)
  reply.code(status)
  if (use === undefined) return work.finish(await inTransaction(services.db, work.begin))

  const { stored, state } = await inTransaction(services.db, async (transaction) => {
    const stored = await claim(transaction, use)
    if (stored) return { stored, state: undefined }
    const state = await work.begin(transaction)
    await insertKey(transaction, { ...use, status: null, body: seal(services, use, state) })
    return { stored, state }
  })
  if (stored?.status != null) return replay<T>(services, use, stored, reply)
  const answer = stored ? await work.resume(unseal<State>(services, use, stored)) : await work.finish(state as State)
  if (answer === undefined) throw inProgress()
  if (stored) reply.header('idempotent-replayed', 'true')
  await completeKey(services.db, use.owner, use.key, { status, body: seal(services, use, answer) })
  return answer
}

/** Forgets the answers kept for a user who is erased: they hold what the user was. */
export async function forgetAnswers(
  transaction: Transaction,
  user: { id: string; deviceIds: readonly string[] },
): Promise<void> {
  await deleteKeysOf(transaction, [user.id, ...user.deviceIds.map(deviceOwner)])
}

/** A request's use of a key: whose it is, and what for. */
interface KeyUse {
  owner: string
  key: string
  fingerprint: Buffer
}

function keyUse(request: FastifyRequest): KeyUse | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x20-\x7e\u00a0-\u00ff]{1,255}$/.test(key)) {
    throw invalid({ field: 'idempotency-key', message: 'must be 1 to 255 printable characters' })
  }
  const owner = request.claims?.userId ?? deviceOwner(request.deviceId)
  return { owner, key, fingerprint: fingerprintOf(request) }
}

/** Who has no user id yet is known by the device, hashed. */
function deviceOwner(deviceId: string): string {
  return `device:${createHash('sha256').update(deviceId).digest('base64url')}`
}

/** What makes two requests the same: method, path, merchant and body. */
function fingerprintOf(request: FastifyRequest): Buffer {
  const parts = [request.method, request.url, request.headers['merchant-id'] ?? '', JSON.stringify(request.body) ?? '']
  return createHash('sha256').update(parts.join('\n')).digest()
}

/** Takes the key until the transaction ends. Answers what it was used for, if it was. */
async function claim(transaction: Transaction, { owner, key, fingerprint }: KeyUse): Promise<StoredKey | undefined> {
  if (!(await lockKey(transaction, owner, key))) throw inProgress()
  const stored = await selectKey(transaction, owner, key)
  if (stored && !stored.fingerprint.equals(fingerprint)) {
    throw new AppError('IDEMPOTENCY_KEY_REUSED', 'this key was used for another request')
  }
  return stored
}

function replay<T>(services: Services, use: KeyUse, stored: StoredKey, reply: Reply): T {
  if (stored.status === null) throw inProgress()
  reply.code(stored.status).header('idempotent-replayed', 'true')
  return unseal<T>(services, use, stored)
}

function inProgress(): AppError {
  return new AppError('IDEMPOTENCY_IN_PROGRESS', 'the first request with this key is still running', { retryAfter: 1 })
}

/** The answer is encrypted: it may hold a token or a secret. */
function seal({ seal }: Services, use: KeyUse, value: unknown): Buffer {
  return seal.seal(JSON.stringify(value), `idempotency:${use.owner}`)
}

function unseal<T>({ seal }: Services, use: KeyUse, stored: StoredKey): T {
  return JSON.parse(seal.open(stored.body, `idempotency:${use.owner}`)) as T
}
