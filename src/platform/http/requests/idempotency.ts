import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import { ok } from '../envelope.ts'
import {
  completeKey,
  deleteAnsweredKeys,
  deleteKeysOf,
  insertKey,
  lockKey,
  type StoredKey,
  selectKey,
} from './idempotency-queries.ts'

/** The request header of routes that use `once`. */
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

/**
 * The header of requests without a session. Their keys belong to the device id, and some clients use `web` as theirs. A
 * short key could be guessed, and the replayed answer contains a session.
 */
export const DeviceIdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 16,
      maxLength: 255,
      description:
        'Makes the request safe to repeat for 24 h: the same key and body replay the first answer, which holds a ' +
        'session. So it is long and random, at least 16 characters.',
      examples: ['3f1c9a52-7d0e-4b1a-9c55-0e6b8a2f7d14'],
    }),
  ),
})

/** Dependencies of `once`. */
interface IdempotencyServices {
  db: Database
  seal: Seal
}

type Services = IdempotencyServices
type Reply = Pick<FastifyReply, 'code' | 'header'>

/**
 * Runs the work of a creating request once per `Idempotency-Key` (1 to 255 characters, kept 24 h). The key and the
 * response to replay are stored in the work's own transaction, so two requests with one key can never both commit, in
 * one process or several. A failed request stores nothing; its key can be used again.
 *
 * `work` must do all its writes on the executor it is given.
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
    const stored = await reserve(services, transaction, use)
    if (stored) return replay<T>(services, use, stored, reply)
    const answer = await work(transaction)
    await store(services, transaction, use, { status, body: answer })
    return answer
  })
}

/** Work that cannot be one transaction, because it makes a network call in between. */
export interface SteppedWork<State, T> {
  /** Records the start of the work, in one statement or transaction. The returned state must identify the work. */
  begin(executor: Executor): Promise<State>
  finish(state: State): Promise<T>
  /** For a repeated key: the response, or undefined while the work runs. The state went through JSON. */
  resume(state: State): Promise<T | undefined>
}

/** The same guarantee for work in steps: begun once per key; a repeat gets its outcome, also after a crash. */
export async function onceInSteps<State, T>(
  services: Services,
  request: FastifyRequest,
  reply: Reply,
  status: number,
  work: SteppedWork<State, T>,
): Promise<T> {
  const use = keyUse(request)
  reply.code(status)
  if (use === undefined) return work.finish(await work.begin(services.db))

  const { stored, state } = await inTransaction(services.db, async (transaction) => {
    const stored = await reserve(services, transaction, use)
    if (stored) return { stored, state: undefined }
    const state = await work.begin(transaction)
    await store(services, transaction, use, { status: null, body: state })
    return { stored, state }
  })
  if (stored?.status != null) return replay<T>(services, use, stored, reply)
  const answer = stored ? await work.resume(unseal<State>(services, use, stored)) : await work.finish(state as State)
  if (answer === undefined) throw inProgress()
  if (stored) reply.header('idempotent-replayed', 'true')
  await completeKey(services.db, use.owner, use.key, { status, body: seal(services, use, answer) })
  return answer
}

/** Runs the work of a caller, once if the caller names it by a key. */
export interface Runner {
  once<T>(work: (executor: Executor) => Promise<T>): Promise<T>
  inSteps<State, T>(work: SteppedWork<State, T>): Promise<T>
}

/** By the `Idempotency-Key` of a request: `once` and `onceInSteps`, which keep the answer in its envelope. */
export function byKeyOf(request: FastifyRequest, reply: Reply, services: Services): Runner {
  return {
    once: async (work) =>
      (await once(services, request, reply, 201, async (executor) => ok(await work(executor)))).data,
    async inSteps({ begin, finish, resume }) {
      const { data } = await onceInSteps(services, request, reply, 201, {
        begin,
        finish: async (state) => ok(await finish(state)),
        async resume(state) {
          const answer = await resume(state)
          return answer === undefined ? undefined : ok(answer)
        },
      })
      return data
    },
  }
}

/** For a caller that has no key: each call is work of its own. */
export function withoutKey(db: Database): Runner {
  return { once: (work) => work(db), inSteps: async ({ begin, finish }) => finish(await begin(db)) }
}

/** Deletes the stored responses of an erased user: they contain personal data. */
export async function forgetResponses(
  transaction: Transaction,
  user: { id: string; deviceIds: readonly string[] },
): Promise<void> {
  await deleteKeysOf(transaction, [user.id, ...user.deviceIds.map(deviceOwner)])
}

/** After a leak: deletes the stored responses that a holder of the leaked data could replay. Returns how many. */
export async function forgetAllResponses(db: Database): Promise<number> {
  let sum = 0
  for (;;) {
    const deleted = await deleteAnsweredKeys(db)
    if (deleted === 0) return sum
    sum += deleted
  }
}

/** For a request that is made anew each time, such as a preview. @throws AppError VALIDATION_ERROR for a wrong key */
export function checkIdempotencyKey(request: FastifyRequest): void {
  keyUse(request)
}

/** A key in a request, with its owner and the text that identifies the request. */
interface KeyUse {
  owner: string
  key: string
  text: string
}

function keyUse(request: FastifyRequest): KeyUse | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x20-\x7e\u00a0-\u00ff]{1,255}$/.test(key)) {
    throw invalid({ field: 'idempotency-key', message: 'must be 1 to 255 printable characters' })
  }
  return { owner: ownerOf(request), key, text: textOf(request) }
}

function ownerOf({ principal, deviceId }: FastifyRequest): string {
  if (principal === null) return deviceOwner(deviceId)
  return principal.type === 'api_key' ? `api_key:${principal.id}` : principal.id
}

/** The owner of a key before sign-in: the hashed device id. */
function deviceOwner(deviceId: string): string {
  return `device:${createHash('sha256').update(deviceId).digest('base64url')}`
}

/** Two requests are equal if method, path, merchant and body are. */
function textOf(request: FastifyRequest): string {
  const parts = [request.method, request.url, request.headers['merchant-id'] ?? '', JSON.stringify(request.body) ?? '']
  return parts.join('\n')
}

/** Reserves the key until the transaction ends. Returns its earlier use, if there was one. */
async function reserve(
  services: Services,
  transaction: Transaction,
  { owner, key, text }: KeyUse,
): Promise<StoredKey | undefined> {
  if (!(await lockKey(transaction, owner, key))) throw inProgress()
  const stored = await selectKey(transaction, owner, key)
  // Keyed: a body may hold a password, which could be guessed from a bare hash.
  if (stored && !services.seal.isHash(stored.fingerprint, text)) {
    throw new AppError('IDEMPOTENCY_KEY_REUSED', 'this idempotency-key was used for another request; send a new one')
  }
  return stored
}

async function store(
  services: Services,
  transaction: Transaction,
  use: KeyUse,
  { status, body }: { status: number | null; body: unknown },
): Promise<void> {
  const { owner, key, text } = use
  const fingerprint = services.seal.hash(text)
  await insertKey(transaction, { owner, key, fingerprint, status, body: seal(services, use, body) })
}

function replay<T>(services: Services, use: KeyUse, stored: StoredKey, reply: Reply): T {
  if (stored.status === null) throw inProgress()
  reply.code(stored.status).header('idempotent-replayed', 'true')
  return unseal<T>(services, use, stored)
}

function inProgress(): AppError {
  return new AppError(
    'IDEMPOTENCY_IN_PROGRESS',
    'the first request with this idempotency-key is still running; try again',
    { retryAfter: 1 },
  )
}

/** Responses are encrypted at rest: they may contain a token or a secret. */
function seal({ seal }: Services, use: KeyUse, value: unknown): Buffer {
  return seal.seal(JSON.stringify(value), `idempotency:${use.owner}`)
}

function unseal<T>({ seal }: Services, use: KeyUse, stored: StoredKey): T {
  return JSON.parse(seal.open(stored.body, `idempotency:${use.owner}`)) as T
}
