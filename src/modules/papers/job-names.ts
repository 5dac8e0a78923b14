import type { Job } from '#src/platform/jobs/index.ts'

export interface RenderPayload {
  merchantId: string
  invoiceId: string
}

/** What the job that makes the files of an invoice is queued by; what it does is in jobs.ts. */
export const renderJob: Pick<Job<RenderPayload, never>, 'name' | 'run'> = {
  name: 'papers.render',
  run: async () => {},
}
