import type { Job } from '#src/platform/jobs/index.ts'

export interface PaperPayload {
  merchantId: string
  invoiceId: string
}

/** What the job that makes the files of an invoice is queued by; what it does is in jobs.ts. */
export const renderJob: Pick<Job<PaperPayload, never>, 'name' | 'run'> = {
  name: 'papers.render',
  run: async () => {},
}

/** What the job that tells of a paper and sends it is queued by; what it does is in sending/deliver-paper.ts. */
export const deliverJob: Pick<Job<PaperPayload, never>, 'name' | 'run'> = {
  name: 'papers.deliver',
  run: async () => {},
}

/** One delivery of a paper at a time: staff that asks again replaces the one that waits. */
export function keyOfDelivery({ merchantId, invoiceId }: PaperPayload): string {
  return `papers.deliver:${merchantId}:${invoiceId}`
}
