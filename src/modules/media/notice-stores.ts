import { hostname } from 'node:os'
import { Gauge, type Registry } from 'prom-client'
import type { BlobStore } from '#src/platform/blobs/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { newestFile, noteStore } from './store-queries.ts'

export interface StoreServices {
  blobs: BlobStore
  db: Database
  logger: Logger
  metrics: Registry
}

/** What can be wrong with the store of pictures: values of the metric `picture_store_faults`. */
const faults = ['two places', 'lacks files', 'unreachable'] as const
type Fault = (typeof faults)[number]

const everyMs = 600_000

/**
 * Says in log and metrics when pictures are kept at two places: hosts with a folder each, or a store that was not
 * copied when it was changed. Looked at when a process starts, and every ten minutes, so that the host that was there
 * before says it, too.
 */
export function noticeStores(services: StoreServices): { stop(): Promise<void> } {
  const gauge = new Gauge({
    name: 'picture_store_faults',
    help: 'What is wrong with the store of pictures: 1 for each reason that holds.',
    labelNames: ['reason'],
    registers: [services.metrics],
    aggregator: 'max',
  })
  const lookAround = async () => {
    const found = await look(services)
    for (const reason of faults) gauge.set({ reason }, reason === found ? 1 : 0)
  }
  let looking = lookAround()
  const timer = setInterval(() => {
    looking = lookAround()
  }, everyMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

async function look({ blobs, db, logger }: StoreServices): Promise<Fault | undefined> {
  try {
    const id = await blobs.identity()
    const [other] = await noteStore(db, id, hostname())
    const advice = 'share one folder (DATA_DIR/media), or set MEDIA_STORE=s3://… on all hosts'
    if (other !== undefined) {
      logger.warn({ host: other.host }, `pictures are kept at two places: here and by ${other.host}; ${advice}`)
      return 'two places'
    }
    const name = await newestFile(db)
    if (name === undefined || (await blobs.sizeOf(name)) !== undefined) return undefined
    logger.warn(`the store of pictures lacks the files of pictures that are ready; copy the store, or ${advice}`)
    return 'lacks files'
  } catch (error) {
    logger.warn({ err: error }, 'the store of pictures cannot be looked at')
    return 'unreachable'
  }
}
