import type { Job } from '#src/platform/jobs/index.ts'

export interface MediaPayload {
  merchantId: string
  id: string
}

/** What a job is queued by; what it does is in jobs.ts, with the HTTP client. */
type QueuedJob = Pick<Job<MediaPayload, never>, 'name' | 'run'>
const elsewhere = async () => {}

export const fetchJob: QueuedJob = { name: 'media.fetch', run: elsewhere }
export const announceJob: QueuedJob = { name: 'media.announce', run: elsewhere }
