import { Readable } from 'node:stream'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { backoffMs } from '#src/platform/jobs/index.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { FetchSettings, PictureServices } from './dependencies.ts'
import { drawPoster } from './draw-poster.ts'
import {
  type BegunFetch,
  beginFetch,
  failFetch,
  nextFetchMs,
  pauseFetch,
  selectForgottenFetches,
} from './fetch-queries.ts'
import { type MediaPayload, queueAnnouncement, queueFetches } from './job-names.ts'
import { makePicture } from './make-picture.ts'

/** Servers that are busy or away are asked this often, a few seconds to a minute apart. */
const maxFetches = 5
/** After this long a job begins no further picture: it is the turn of the other shops. */
const turnMs = 10_000
/** Pictures of a shop that a process fetches at the same time: one arrives while the other is made. */
const atOnce = 2
/** How long after the death of a process its pictures are fetched again; longer than any fetch takes. */
const leaseMs = 600_000
/** When it is looked again whether a job of this shop still runs in this process. */
const busyMs = 2_000

type Services = PictureServices & { config: FetchSettings }

/** Shops whose pictures this process is fetching. */
const busy = new Set<string>()

/**
 * Fetches pictures of a shop for a while, and queues itself for the rest. A fault of the service itself is thrown, so
 * that the job pauses.
 */
export async function fetchPictures(db: Database, services: Services, merchantId: string): Promise<void> {
  if (busy.has(merchantId)) return queueFetches(db, merchantId, busyMs)
  busy.add(merchantId)
  try {
    const end = performance.now() + turnMs
    const work = async () => {
      while (performance.now() < end) {
        const begun = await beginFetch(db, merchantId, leaseMs)
        if (begun === undefined) return
        await fetchPicture(db, services, merchantId, begun)
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: atOnce }, work))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
  } finally {
    busy.delete(merchantId)
  }
  const nextMs = await nextFetchMs(db, merchantId)
  if (nextMs !== undefined) await queueFetches(db, merchantId, nextMs)
}

/** Queues the jobs of pictures that wait for one that is lost. */
export async function askAgain(db: Database): Promise<void> {
  for (const merchantId of await selectForgottenFetches(db)) await queueFetches(db, merchantId)
}

/** Once the picture is ready or has failed for good it says so; after a fault that may pass it is due again later. */
async function fetchPicture(
  db: Database,
  services: Services,
  merchantId: string,
  { id, source_url, fetches, isVideo }: BegunFetch,
): Promise<void> {
  // Only this job loads the HTTP client.
  const { FetchFault, withFetched } = await import('./fetch-picture.ts')
  try {
    const make = (source: AsyncIterable<Buffer>) =>
      makePicture(db, services, { merchantId, id }, source, (transaction) =>
        queueAnnouncement(transaction, { merchantId, id }),
      )
    // The service asks hosts of videos nothing: they would learn of each shop what it is about to sell.
    if (isVideo) await make(Readable.from([drawPoster()]))
    else await withFetched(services.config, source_url, make)
  } catch (error) {
    const failure = failureOf(error)
    const mayPass = error instanceof FetchFault ? error.isPassing : failure === undefined
    if (!mayPass || fetches >= maxFetches)
      return inTransaction(db, (transaction) =>
        endFetch(transaction, { merchantId, id }, failure ?? 'the picture could not be made'),
      )
    await pauseFetch(db, merchantId, id, backoffMs(fetches))
    if (failure === undefined) throw error
  }
}

/** Texts that show it are to hear of it. */
async function endFetch(transaction: Transaction, picture: MediaPayload, failure: string): Promise<void> {
  if (await failFetch(transaction, picture.merchantId, picture.id, failure))
    await queueAnnouncement(transaction, picture)
}

/** Undefined for a fault of the service itself. */
function failureOf(error: unknown): string | undefined {
  if (error instanceof AppError) {
    if (error.code === 'PAYLOAD_TOO_LARGE') return error.message
    if (error.code !== 'VALIDATION_ERROR') return undefined
    return error.message.replace(/^body /, 'the file ')
  }
  return error instanceof Error && error.name === 'FetchFault' ? error.message : undefined
}
