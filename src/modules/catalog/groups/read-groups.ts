import type { Executor } from '#src/platform/db/transaction.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import type { GroupWithVariants } from './present.ts'
import {
  countOwnGroups,
  type GroupFilter,
  type ListedGroup,
  selectActiveGroup,
  selectOwnGroups,
  selectVariants,
} from './queries.ts'

/** A page of a shop's groups, newest first. */
export async function listOwnGroups(
  db: Executor,
  filter: GroupFilter,
  request: PageRequest,
): Promise<Page<ListedGroup>> {
  const rows = await selectOwnGroups(db, filter, request)
  return toPage(
    rows,
    request,
    () => countOwnGroups(db, filter),
    ({ created_at, id }) => [created_at.toISOString(), id],
  )
}

/**
 * An active group with its variants that are for sale.
 * @throws AppError NOT_FOUND
 */
export async function findActiveGroup(
  db: Executor,
  groupId: string,
  merchantId: string | undefined,
): Promise<GroupWithVariants> {
  const group = await selectActiveGroup(db, groupId)
  if (group === undefined || group.merchant_id !== (merchantId ?? group.merchant_id)) throw notFound('product group')
  return { group, variants: await selectVariants(db, group, 'sold') }
}
