import type { Database } from '#src/platform/db/pool/pool.ts'
import { enqueue } from '#src/platform/jobs/index.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { FetchSettings, PictureServices } from './dependencies.ts'
import { announceJob, type MediaPayload } from './job-names.ts'
import { makePicture } from './make-picture.ts'
import { beginFetch, failFetch } from './queries.ts'

/** Servers that are busy or away are asked this often, a few seconds to a minute apart. */
const mostFetches = 5

type Services = PictureServices & { config: FetchSettings }

/**
 * Fetches a picture and makes it. Once it is ready or has failed for good it says so; a fault that may pass is thrown,
 * so that the job runs again.
 */
export async function fetchPicture(db: Database, services: Services, { merchantId, id }: MediaPayload): Promise<void> {
  const begun = await beginFetch(db, merchantId, id)
  if (begun === undefined) return
  // Only this job loads the HTTP client.
  const { FetchFault, withFetched } = await import('./fetch-picture.ts')
  try {
    await withFetched(services.config, begun.source_url, (source) =>
      makePicture(db, services, { merchantId, id }, source, async (transaction) => {
        await enqueue(transaction, announceJob, { merchantId, id }, `media.announce ${id}`)
      }),
    )
  } catch (error) {
    const failure = failureOf(error)
    const mayPass = error instanceof FetchFault ? error.isPassing : failure === undefined
    if (mayPass && begun.fetches < mostFetches) throw error
    await failFetch(db, merchantId, id, failure ?? 'the picture could not be made')
  }
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
