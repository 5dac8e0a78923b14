import type { Executor } from '#src/platform/db/transaction.ts'
import { enqueue, type Job } from '#src/platform/jobs/index.ts'

export interface MediaPayload {
  merchantId: string
  id: string
}

export interface FetchPayload {
  merchantId: string
}

/** What a job is queued by; what it does is in jobs.ts, with the HTTP client. */
type QueuedJob<Payload extends object> = Pick<Job<Payload, never>, 'name' | 'run'>
const elsewhere = async () => {}

export const fetchJob: QueuedJob<FetchPayload> = { name: 'media.fetch', run: elsewhere }
export const announceJob: QueuedJob<MediaPayload> = { name: 'media.announce', run: elsewhere }

/** Has a job tell what shows a picture that it is shown otherwise than before, or cannot be fetched. */
export function queueAnnouncement(executor: Executor, { merchantId, id }: MediaPayload): Promise<void> {
  return enqueue(executor, announceJob, { merchantId, id }, `media.announce ${id}`)
}

/** Has a job fetch what pictures of the shop are to be fetched: one job a shop, so that the shops take turns. */
export function queueFetches(executor: Executor, merchantId: string, delayMs = 0): Promise<void> {
  return enqueue(executor, fetchJob, { merchantId }, `media.fetch ${merchantId}`, delayMs)
}
