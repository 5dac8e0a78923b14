import { type CountedStock, countStock } from '#src/modules/inventory/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { duplicateSku } from '../products/queries.ts'
import type { GroupActor } from './group-actor.ts'
import type { GroupRow } from './queries.ts'
import {
  lockGroups,
  lockVariants,
  type Member,
  type StoredVariant,
  selectGroups,
  selectMembers,
} from './write-queries.ts'

/** What is to be locked, and which units on hand are set at the same time. */
export interface Opening {
  groupIds: readonly string[]
  /** Whose products join: plain ones, or those of these groups. */
  skus?: readonly string[]
  productIds?: readonly string[]
  /** Of the groups only these products are locked, not all variants. */
  alone?: true
  /** Units that a product has on hand from now on; undefined: as many as it has. */
  onHand?: (member: Member) => number | undefined
  type?: 'adjustment' | 'import'
}

export interface OpenGroups {
  groups: ReadonlyMap<string, GroupRow>
  /** The products, by id, and their ids by SKU. */
  locked: ReadonlyMap<string, StoredVariant>
  bySku: ReadonlyMap<string, StoredVariant>
  /** What became of the units on hand. */
  counted: readonly CountedStock[]
}

/**
 * Locks groups with all their variants, and products that join them: first the groups, then stock by product id, then
 * products by id. Until the end of the transaction nobody else changes what the groups consist of.
 * @throws AppError SKU_TAKEN by a variant of another group, INSUFFICIENT_STOCK, CONFLICT after a change meanwhile
 */
export async function openGroups(
  transaction: Transaction,
  actor: GroupActor,
  { groupIds, skus = [], productIds = [], alone, onHand, type = 'adjustment' }: Opening,
): Promise<OpenGroups> {
  const { merchantId } = actor
  await lockGroups(transaction, groupIds)
  const groups = new Map((await selectGroups(transaction, merchantId, groupIds)).map((row) => [row.id, row]))
  const whole = alone ? [] : groupIds
  const members = await selectMembers(transaction, merchantId, { groupIds: whole, skus, productIds })
  const foreign = members.find(({ group_id }) => group_id !== null && !groups.has(group_id))
  if (foreign !== undefined)
    throw productIds.includes(foreign.id) ? changedMeanwhile(foreign.sku) : skuOfOtherGroup(foreign)
  const counted = await countStock(
    transaction,
    actor,
    merchantId,
    members.map((member) => {
      const units = onHand?.(member)
      return units === undefined ? { productId: member.id, adjust: 0 } : { productId: member.id, onHand: units }
    }),
    { type },
  )
  const ids = members.map(({ id }) => id)
  const locked = await lockVariants(transaction, merchantId, ids)
  for (const { id, sku, group_id } of members) {
    const row = locked.get(id)
    if (row === undefined || row.sku !== sku || row.group_id !== group_id) throw changedMeanwhile(sku)
  }
  return { groups, locked, bySku: new Map([...locked.values()].map((row) => [row.sku, row])), counted }
}

/** @throws AppError INSUFFICIENT_STOCK */
export function refuseShortage(counted: readonly CountedStock[]): void {
  const refused = counted.filter(({ outcome }) => outcome === 'refused')
  const [first] = refused
  if (first === undefined) return
  const details = refused.map(({ product_id, sku, on_hand, reserved }) => ({ product_id, sku, on_hand, reserved }))
  throw new AppError('INSUFFICIENT_STOCK', `${first.reserved} of ${first.sku} are reserved by orders`, {
    details: { products: details },
  })
}

function skuOfOtherGroup({ sku }: Member): AppError {
  const { code } = duplicateSku()
  return new AppError(code, `a variant of another group has the SKU ${sku}`, { details: { sku } })
}

function changedMeanwhile(sku: string): AppError {
  return new AppError('CONFLICT', `the product ${sku} was changed at the same time; try again`)
}
