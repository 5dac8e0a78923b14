import { readPictureFields, usePictures } from '#src/modules/media/index.ts'
import { currencyOf, type MerchantDirectory } from '#src/modules/merchants/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, type FieldFault, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { Money } from '../products/field.ts'
import { columnsOf, faultsOf, groupFaults, initialColumns } from '../products/field-values.ts'
import { pairFault } from '../products/gift-card-rules.ts'
import {
  changeProduct,
  createProduct,
  findOwnProduct,
  otherVersion,
  removeProduct,
  type UnitOf,
} from '../products/manage-products.ts'
import type { ProductRow } from '../products/queries.ts'
import type { ProductInput, ProductValues } from '../products/schemas.ts'
import { applyGroups, type GroupState } from './apply-groups.ts'
import { cleanNames } from './clean-names.ts'
import { type OwnColumns, ownColumnsOf } from './columns.ts'
import { groupOf } from './manage-groups.ts'
import { type OpenGroups, openGroups } from './open-groups.ts'
import { selectGroupOf, selectOtherOptions, selectPlace } from './place-queries.ts'
import type { GroupRow } from './queries.ts'
import { maxVariants, type Options, optionFaults, speller, speltBy } from './rules.ts'
import type { StoredVariant } from './write-queries.ts'

/** What a product is in its group. */
interface MemberInput {
  group_id?: string | null
  options?: Options | undefined
  position?: number | undefined
}

type NewInput = Omit<ProductInput, 'name'> & { name?: string } & MemberInput
type ChangeInput = ProductValues & MemberInput & { expected_version?: number }

/**
 * Adds a product: a plain one, or with `group_id` a variant of that group.
 * @throws AppError what `createProduct` throws; of a variant NOT_FOUND, VARIANT_EXISTS
 */
export async function addProduct(
  db: Executor,
  merchants: MerchantDirectory,
  staff: Staff,
  input: NewInput,
  unitOf: UnitOf,
): Promise<ProductRow> {
  const { group_id: groupId, options, position, ...values } = input
  if (groupId == null) {
    refuseWithoutGroup({ options, position })
    const { name } = values
    if (name === undefined) throw invalid({ field: 'name', message: 'is required' })
    return createProduct(db, merchants, staff, { ...values, name }, unitOf)
  }
  const { merchantId } = staff
  const currency = await currencyOf(merchants, merchantId)
  return inTransaction(db, async (transaction) => {
    const open = await openGroups(transaction, staff, { groupIds: [groupId], alone: true })
    const group = groupOf(open, groupId)
    const { on_hand: onHand = 0, ...set } = values
    const chosen = await spelt(transaction, group, options ?? {}, null)
    const read = { options: chosen, values: set, money: { currency, unit: unitOf(currency), unitOf } }
    const own = readOwn(group, read, initialColumns as unknown as OwnColumns)
    const id = newId()
    const place = await placeIn(transaction, group, position)
    const variant = { ...own, position: place, id, currency, onHand }
    await usePictures(transaction, merchantId, own.media)
    await applyGroups(transaction, staff, { groups: [stateOf(group, variant)], locked: open.locked })
    return findOwnProduct(transaction, merchantId, id)
  })
}

/**
 * Changes a product. With `group_id` it joins a group, keeping its id, stock and orders, or leaves its own (null),
 * keeping what it read of it; with `options` or `position` alone it changes within its own.
 * @throws AppError what `changeProduct` throws; NOT_FOUND of the group, VARIANT_EXISTS
 */
export async function changeOwnProduct(
  db: Executor,
  staff: Staff,
  productId: string,
  input: ChangeInput,
  unitOf: UnitOf,
): Promise<ProductRow> {
  const { group_id: groupId, options, position, ...rest } = input
  if (groupId === undefined && options === undefined && position === undefined)
    return changeProduct(db, staff, productId, rest, unitOf)
  return inTransaction(db, async (transaction) => {
    const current = await selectGroupOf(transaction, staff.merchantId, productId)
    if (current === undefined) throw notFound('product')
    const target = groupId === undefined ? current : groupId
    const groupIds = [...new Set([current, target])].filter((id) => id !== null)
    const open = await openGroups(transaction, staff, { groupIds, productIds: [productId], alone: true })
    const row = open.locked.get(productId)
    if (row === undefined) throw notFound('product')
    const change = { row, input, unitOf }
    return target === null ? leave(transaction, staff, open, change) : join(transaction, staff, open, target, change)
  })
}

interface Change {
  row: StoredVariant
  input: ChangeInput
  unitOf: UnitOf
}

async function join(
  transaction: Transaction,
  staff: Staff,
  open: OpenGroups,
  groupId: string,
  { row, input, unitOf }: Change,
): Promise<ProductRow> {
  const group = groupOf(open, groupId)
  const { group_id: _, options, position, expected_version: expected, ...values } = input
  const { currency } = row
  const joins = row.group_id !== groupId
  const chosen = options === undefined && !joins ? row.options : await spelt(transaction, group, options ?? {}, row.id)
  const own = readOwn(
    group,
    { options: chosen, values, money: { currency, unit: unitOf(currency), unitOf }, shown: row.pictures },
    row,
  )
  const place = joins ? await placeIn(transaction, group, position) : (position ?? row.position)
  await usePictures(transaction, staff.merchantId, own.media, row.media)
  const groups = [stateOf(group, { ...own, position: place, id: row.id, currency, onHand: 0 })]
  const former = row.group_id === null ? undefined : open.groups.get(row.group_id)
  if (joins && former !== undefined) groups.push(stateOf(former))
  const { changed } = await applyGroups(transaction, staff, { groups, locked: open.locked })
  if (changed.has(row.id) && expected !== undefined && expected !== row.version) throw otherVersion(row.version)
  return findOwnProduct(transaction, staff.merchantId, row.id)
}

async function leave(
  transaction: Transaction,
  staff: Staff,
  open: OpenGroups,
  { row, input, unitOf }: Change,
): Promise<ProductRow> {
  const { group_id: _, options, position, ...rest } = input
  refuseWithoutGroup({ options, position })
  const group = row.group_id === null ? undefined : open.groups.get(row.group_id)
  if (group === undefined) return changeProduct(transaction, staff, row.id, rest, unitOf)
  const { expected_version: expected, ...values } = rest
  if (expected !== undefined && expected !== row.version) throw otherVersion(row.version)
  await applyGroups(transaction, staff, { groups: [stateOf(group)], locked: open.locked, leaving: [row.id] })
  if (Object.keys(values).length > 0) return changeProduct(transaction, staff, row.id, values, unitOf)
  return findOwnProduct(transaction, staff.merchantId, row.id)
}

/**
 * Deletes a product, or archives it if an order or a cart has it. A variant leaves its group then.
 * @throws AppError NOT_FOUND
 */
export async function removeOwnProduct(db: Executor, staff: Staff, productId: string): Promise<'deleted' | 'archived'> {
  return inTransaction(db, async (transaction) => {
    const groupId = await selectGroupOf(transaction, staff.merchantId, productId)
    if (groupId == null) return removeProduct(transaction, staff, productId)
    const open = await openGroups(transaction, staff, { groupIds: [groupId], productIds: [productId], alone: true })
    const groups = [stateOf(groupOf(open, groupId))]
    const removed = await applyGroups(transaction, staff, { groups, locked: open.locked, removing: [productId] })
    return removed.deleted.has(productId) ? 'deleted' : 'archived'
  })
}

/** Options as a variant keeps them: its values as the others of its group spell them. */
async function spelt(
  transaction: Transaction,
  group: GroupRow,
  options: Options,
  productId: string | null,
): Promise<Options> {
  const others = await selectOtherOptions(transaction, group, productId)
  return speltBy(speller(others), cleanNames(options))
}

/** A group as it is, of whose variants at most one changes. */
function stateOf(group: GroupRow, ...variants: GroupState['variants']): GroupState {
  return { before: group, after: group, variants }
}

interface Given {
  options: Options
  values: ProductValues
  money: Money
  /** Pictures that it showed before. */
  shown?: StoredVariant['pictures']
}

/** What a variant has of its own with the values given. @throws AppError VALIDATION_ERROR */
function readOwn(group: GroupRow, { options, values: given, money, shown }: Given, before: OwnColumns): OwnColumns {
  const { media, image_url, ...others } = given
  const values = { ...others, ...readPictureFields({ media, image_url }, before.media, shown) }
  const faults: FieldFault[] = [
    ...groupFaults(values),
    ...optionFaults(group.varies_by, options),
    ...faultsOf(values, money),
  ]
  if (faults.length > 0) throw invalid(...faults)
  const columns = columnsOf(values, money)
  const fault = pairFault(columns, money, before)
  if (fault !== undefined) throw invalid(fault)
  return ownColumnsOf({ ...before, ...columns, options })
}

/** The place of one that joins: the last one, unless it is given. @throws AppError CONFLICT if the group is full */
async function placeIn(transaction: Transaction, group: GroupRow, position: number | undefined): Promise<number> {
  const { variants, next } = await selectPlace(transaction, group)
  if (variants >= maxVariants) {
    throw new AppError('CONFLICT', `the group has ${maxVariants} variants already`, {
      details: { group_id: group.id },
    })
  }
  return position ?? next
}

/** @throws AppError VALIDATION_ERROR */
function refuseWithoutGroup({ options, position }: Pick<MemberInput, 'options' | 'position'>): void {
  const message = 'may be sent only with the group_id of a variant'
  if (options !== undefined && Object.keys(options).length > 0) throw invalid({ field: 'options', message })
  if (position !== undefined) throw invalid({ field: 'position', message })
}
