import { hostname } from 'node:os'
import type { BlobStore } from '#src/platform/blobs/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { newestFile, noteStore } from './store-queries.ts'

interface StoreServices {
  blobs: BlobStore
  db: Database
  logger: Logger
}

const everyMs = 600_000

/**
 * Says when pictures are kept at two places: hosts with a folder each, or a store that was not copied when it was
 * changed. Looked at when a process starts, and every ten minutes, so that the host that was there before says it, too.
 */
export function noticeStores(services: StoreServices): { stop(): Promise<void> } {
  let looking = look(services)
  const timer = setInterval(() => {
    looking = look(services)
  }, everyMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

async function look({ blobs, db, logger }: StoreServices): Promise<void> {
  try {
    const id = await blobs.identity()
    const [other] = await noteStore(db, id, hostname())
    const advice = 'share one folder (DATA_DIR/media), or set MEDIA_STORE=s3://… on all hosts'
    if (other !== undefined) {
      logger.warn({ host: other.host }, `pictures are kept at two places: here and by ${other.host}; ${advice}`)
      return
    }
    const name = await newestFile(db)
    if (name !== undefined && !(await blobs.has(name)))
      logger.warn(`the store of pictures lacks the files of pictures that are ready; copy the store, or ${advice}`)
  } catch (error) {
    logger.warn({ err: error }, 'the store of pictures cannot be looked at')
  }
}
