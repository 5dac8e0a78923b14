import { resolve } from 'node:path'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { createDiskStore } from './disk.ts'
import { createS3Store } from './s3.ts'
import type { BlobStore } from './store.ts'

export { type BlobStore, ownerLength } from './store.ts'

export interface BlobSettings {
  DATA_DIR: string
  MEDIA_STORE: { bucket: string; prefix: string } | undefined
  MEDIA_S3_ENDPOINT: string | undefined
  MEDIA_S3_REGION: string
}

/** How long one step of a store may take, and how many names it lists at once; tests take less. */
const usual = { patienceMs: 15_000, namesAtOnce: 1_000 }

export function createBlobStore(settings: BlobSettings, options: Partial<typeof usual> = {}): BlobStore {
  const { DATA_DIR, MEDIA_STORE, MEDIA_S3_ENDPOINT, MEDIA_S3_REGION } = settings
  if (MEDIA_STORE === undefined) return createDiskStore(resolve(DATA_DIR, 'media'))
  return createS3Store({ ...MEDIA_STORE, ...usual, ...options, endpoint: MEDIA_S3_ENDPOINT, region: MEDIA_S3_REGION })
}

/** The same store, whose failures are logged and answered 503: nobody else can do anything about them. */
export function reportingFaults(store: BlobStore, logger: Logger): BlobStore {
  const attempt = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      logger.error({ err: error }, 'the store of pictures failed')
      throw storeFault()
    }
  }
  return {
    ...store,
    put: (name, file, contentType) => attempt(store.put(name, file, contentType)),
    read: (name, range) => attempt(store.read(name, range)),
    sizeOf: (name) => attempt(store.sizeOf(name)),
    removeOf: (owner) => attempt(store.removeOf(owner)),
    identity: () => attempt(store.identity()),
  }
}

export function storeFault(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'the store of pictures cannot be reached; try again', { retryAfter: 5 })
}
