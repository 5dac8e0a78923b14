import { toMajor } from '#src/platform/lib/money.ts'
import type { JobProgress } from './job-queries.ts'
import type { CandidateRow } from './queries.ts'
import type { ProductValues } from './rules.ts'

/** The fields of a product that `values` has, as answers and the audit log show them. */
export function presentValues(row: CandidateRow, values: Partial<ProductValues>) {
  const { status, category, tags, price_minor: price, compare_at_minor: compareAt, currency } = row
  return {
    ...(values.status !== undefined && { status }),
    ...(values.category !== undefined && { category }),
    ...(values.tags !== undefined && { tags }),
    ...(values.price_minor !== undefined && { price: toMajor(price, currency) }),
    ...(values.compare_at_minor !== undefined && {
      compare_at_price: compareAt === null ? null : toMajor(compareAt, currency),
    }),
  }
}

export function presentJob(job: JobProgress) {
  return {
    id: job.id,
    status: job.status,
    total: job.total,
    done: job.done,
    changed: job.changed,
    failed: job.failed,
    errors: job.errors,
    created_at: job.created_at.toISOString(),
    updated_at: job.updated_at.toISOString(),
  }
}
