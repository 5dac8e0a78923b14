import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { readDateOrTime } from '#src/platform/lib/moment.ts'
import { boundToMinor } from '#src/platform/lib/money.ts'
import type { CustomerFilter, CustomerSort } from './queries.ts'

interface FilterQuery {
  q?: string
  sort: string
  order: string
  tag?: string
  accepts_marketing?: string
  spent_min?: number
  ordered_after?: string
  group_id?: string
}

/** @throws AppError VALIDATION_ERROR */
export function readFilter(
  {
    q,
    sort,
    order,
    tag,
    accepts_marketing: accepts,
    spent_min: spent,
    ordered_after: after,
    group_id: groupId,
  }: FilterQuery,
  { currency, timezone }: Pick<Merchant, 'currency' | 'timezone'>,
): CustomerFilter {
  const moment = after === undefined ? undefined : readDateOrTime(after, timezone)
  if (after !== undefined && moment === undefined)
    throw invalid({ field: 'ordered_after', message: 'must be a date, or a time with its zone, from 1970 on' })
  return {
    q: q?.trim() || undefined,
    sort: sort as CustomerSort,
    order: order as 'asc' | 'desc',
    ...(tag?.trim() && { tag: tag.trim() }),
    ...(accepts !== undefined && { acceptsMarketing: accepts === 'true' }),
    ...(spent !== undefined && { spentMinMinor: boundToMinor(spent, currency, 'min') }),
    ...(groupId !== undefined && { groupId }),
    ...(moment && { orderedAfter: new Date(moment.at) }),
  }
}
