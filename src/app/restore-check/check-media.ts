import { findMissingFiles, readyPictures } from '#src/modules/media/index.ts'
import { type BlobSettings, createBlobStore } from '#src/platform/blobs/index.ts'
import type { Check } from '#src/platform/db/checks.ts'
import type { Snapshot } from '#src/platform/db/snapshot.ts'
import type { Finding } from './run-checks.ts'

const check: Check = {
  area: 'catalog',
  name: 'a picture that is ready has all its files in the store',
  of: 'media',
  statement: '',
}
const maxExamples = 5

/** Looks in the store of pictures for the files that the database names. */
export async function checkMediaFiles(snapshot: Snapshot, settings: BlobSettings): Promise<Finding> {
  const started = performance.now()
  const store = createBlobStore(settings)
  try {
    const { pictures, missing } = await findMissingFiles(store, (after) => snapshot.query(readyPictures(after)))
    const seconds = (performance.now() - started) / 1000
    return { check, rows: pictures, differences: missing.length, examples: missing.slice(0, maxExamples), seconds }
  } finally {
    store.close()
  }
}
