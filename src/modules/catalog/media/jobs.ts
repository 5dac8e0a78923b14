import type { Job } from '#src/platform/jobs/index.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import { announcePicture } from './announce-picture.ts'
import { deleteOrphans, deleteRemovedFiles, removeUnusedMedia } from './clean-media.ts'
import type { MediaDependencies } from './dependencies.ts'
import { fetchPicture } from './fetch-job.ts'
import { announceJob, fetchJob, type MediaPayload } from './job-names.ts'

type MediaJob = Job<MediaPayload, MediaDependencies>

const fetchMedia: MediaJob = {
  name: fetchJob.name,
  // An import asks for thousands.
  bulk: true,
  run: (deps, payload) => fetchPicture(deps.shop(payload.merchantId), deps, payload),
}

const announceMedia: MediaJob = {
  name: announceJob.name,
  run: (deps, payload) => announcePicture(deps.shop(payload.merchantId), payload),
}

const deleteFiles: Sweep<MediaDependencies> = {
  name: 'media.delete-files',
  everyMs: () => 600_000,
  run: (deps) => deleteRemovedFiles(deps.db, deps),
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

export const mediaJobs = [fetchMedia, announceMedia]
export const mediaSweeps = [deleteFiles, forgetUnused, deleteUnknown]
