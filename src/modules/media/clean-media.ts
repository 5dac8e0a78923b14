import { setTimeout as delay } from 'node:timers/promises'
import { ownerLength } from '#src/platform/blobs/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { PictureServices } from './dependencies.ts'
import { queueAnnouncement } from './job-names.ts'
import { failForgotten } from './queries.ts'
import { incomingFolder, removeStale } from './receive.ts'
import { deleteRemoved, type MediaKey, noteUse, removeUnused, selectExistingIds } from './sweep-queries.ts'
import { discard } from './upload-picture.ts'

const batchSize = 500

/** Deletes the files of pictures that were removed, and of uploads that nobody finishes. */
export async function deleteRemovedFiles(db: Database, services: PictureServices): Promise<void> {
  await removeStale(incomingFolder(services.config.DATA_DIR))
  await giveUpForgotten(db)
  for (;;) {
    const keys = await deleteRemoved(db, batchSize)
    for (const { merchant_id, id } of keys) await discard(db, services, merchant_id, id)
    if (keys.length < batchSize) return
  }
}

/** Texts that show them are to hear of it, in the same transaction. */
async function giveUpForgotten(db: Database): Promise<void> {
  await inTransaction(db, async (transaction) => {
    for (const { merchant_id: merchantId, id } of await failForgotten(transaction))
      await queueAnnouncement(transaction, { merchantId, id })
  })
}

/** Removes pictures that nothing has referred to for seven days. */
export async function removeUnusedMedia(db: Database): Promise<void> {
  for (let last: MediaKey | undefined = await noteUse(db, undefined, batchSize); last !== undefined; ) {
    last = await noteUse(db, last, batchSize)
  }
  await removeUnused(db)
}

/** Files older than this without a row are of rows that a restored database does not know. */
const orphanMs = 7 * 86_400_000

/** Deletes files that no row knows. */
export async function deleteOrphans(db: Database, { blobs }: PictureServices): Promise<void> {
  let owners = new Set<string>()
  const look = async () => {
    const referenced = await selectExistingIds(db, [...owners].map(idOf))
    for (const owner of owners) if (!referenced.has(idOf(owner))) await blobs.removeOf(owner)
    owners = new Set()
    // It has the whole night.
    await delay(10)
  }
  for await (const { name, changedAt } of blobs.names()) {
    if (!/^[0-9a-f]{32}-/.test(name) || Date.now() - changedAt.getTime() < orphanMs) continue
    owners.add(name.slice(0, ownerLength))
    if (owners.size === batchSize) await look()
  }
  await look()
}

function idOf(owner: string): string {
  return owner.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
