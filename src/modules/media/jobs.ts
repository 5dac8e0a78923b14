import type { Job } from '#src/platform/jobs/index.ts'
import type { Background } from '#src/platform/jobs/runner.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import { deleteOrphans, deleteRemovedFiles, removeUnusedMedia } from './clean-media.ts'
import type { MediaDependencies } from './dependencies.ts'
import { askAgain, fetchPictures } from './fetch-job.ts'
import { type FetchPayload, fetchJob } from './job-names.ts'
import { noticeStores, type StoreServices } from './notice-stores.ts'

const fetchMedia: Job<FetchPayload, MediaDependencies> = {
  name: fetchJob.name,
  slow: true,
  run: (deps, { merchantId }) => fetchPictures(deps.shop(merchantId), deps, merchantId),
}

const deleteFiles: Sweep<MediaDependencies> = {
  name: 'media.delete-files',
  everyMs: () => 600_000,
  run: async (deps) => {
    await askAgain(deps.db)
    await deleteRemovedFiles(deps.db, deps)
  },
}

const forgetUnused: Sweep<MediaDependencies> = {
  name: 'media.forget-unused',
  everyMs: () => 6 * 3_600_000,
  run: ({ db }) => removeUnusedMedia(db),
}

const deleteUnknown: Sweep<MediaDependencies> = {
  name: 'media.delete-unknown-files',
  everyMs: () => 6 * 3_600_000,
  run: (deps) => deleteOrphans(deps.db, deps),
}

export const mediaJobs = [fetchMedia]

export const mediaBackground: Background<MediaDependencies & StoreServices> = {
  jobs: mediaJobs,
  sweeps: [deleteFiles, forgetUnused, deleteUnknown],
  start: async (deps) => noticeStores(deps),
}
