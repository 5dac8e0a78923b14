import { readPictureFields } from '#src/modules/media/index.ts'
import { currencyOf, type MerchantDirectory } from '#src/modules/merchants/index.ts'
import { recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { Money } from '../products/field.ts'
import { columnsOf, faultsOf } from '../products/field-values.ts'
import type { UnitOf } from '../products/manage-products.ts'
import type { ProductValues } from '../products/schemas.ts'
import { findSlug } from '../products/slugs.ts'
import { applyGroups, type VariantState } from './apply-groups.ts'
import { cleanNames } from './clean-names.ts'
import { ownColumnsOf } from './columns.ts'
import { initialFields } from './initial-fields.ts'
import { followNames, mediaOptionFaults, readGroupMedia } from './media-options.ts'
import { type OpenGroups, openGroups, refuseShortage } from './open-groups.ts'
import type { GroupWithVariants } from './present.ts'
import { type GroupFields, type GroupRow, selectOwnGroup, selectVariants } from './queries.ts'
import { readVariants, stateOf } from './read-variants.ts'
import {
  changeNames,
  changeOptions,
  findTwins,
  type Options,
  optionFaults,
  optionsKey,
  optionValue,
  speller,
  speltBy,
  type VariesByChange,
} from './rules.ts'
import type { CreateGroupInput, ReplaceGroupInput, UpdateGroupInput } from './schemas.ts'
import { deleteGroup, type StoredVariant, variantExists, type WrittenGroup } from './write-queries.ts'

export interface GroupServices {
  merchants: MerchantDirectory
  unitOf: UnitOf
}

/** No product is there before. */
const none = new Map<string, StoredVariant>()

/**
 * Adds a group with its variants, which are new products.
 * @throws AppError VALIDATION_ERROR, SKU_TAKEN, VARIANT_EXISTS, CONFLICT (the slug leads to another)
 */
export async function createGroup(
  db: Executor,
  services: GroupServices,
  staff: Staff,
  input: CreateGroupInput,
): Promise<GroupWithVariants> {
  const money = await moneyOf(services, staff)
  const { variants = [], varies_by, ...values } = input
  const fields = fieldsOf(values, money)
  const read = readVariants({ varies_by, variants }, money)
  refuseOtherOptions(fields, varies_by)
  const id = newId()
  return inTransaction(db, async (transaction) => {
    const after: WrittenGroup = {
      ...initialFields,
      ...fields,
      merchant_id: staff.merchantId,
      id,
      name: input.name,
      varies_by,
      slug: await findSlug(transaction, staff.merchantId, { id, name: input.name, slug: input.slug }, 'group_id'),
    }
    const states = read.map((variant) => stateOf(variant, undefined, money.currency))
    await applyGroups(transaction, staff, { groups: [{ before: undefined, after, variants: states }], locked: none })
    return findOwnGroup(transaction, staff.merchantId, id)
  })
}

/**
 * Makes a group what the body says: variants are matched by SKU, and those left out are deleted or archived. A plain
 * product with one of the SKUs becomes a variant.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, SKU_TAKEN, VARIANT_EXISTS, INSUFFICIENT_STOCK, CONFLICT
 */
export async function replaceGroup(
  db: Executor,
  services: GroupServices,
  staff: Staff,
  groupId: string,
  input: ReplaceGroupInput,
): Promise<GroupWithVariants> {
  const money = await moneyOf(services, staff)
  const { variants: given, varies_by, expected_version: expected, ...values } = input
  const { slug, ...fields } = fieldsOf(values, money)
  const read = readVariants({ varies_by, variants: given }, money)
  refuseOtherOptions(fields, varies_by)
  return inTransaction(db, async (transaction) => {
    const skus = read.map(({ sku }) => sku)
    const units = new Map(read.map((one) => [one.sku, one.onHand]))
    const onHand = ({ sku }: { sku: string }) => units.get(sku)
    const open = await openGroups(transaction, staff, { groupIds: [groupId], skus, onHand })
    const before = groupOf(open, groupId)
    refuseShortage(open.counted)
    const newSlug = await slugOf(transaction, before, { name: input.name, slug })
    const after = { ...before, ...initialFields, ...fields, varies_by, slug: newSlug }
    // Also when the same body comes again, and there is no variant left to lose.
    if (read.length === 0 && after.status === 'active') after.status = 'draft'
    const variants = read.map((variant) => stateOf(variant, open.bySku.get(variant.sku), money.currency))
    const listed = new Set(skus)
    const removing = [...open.locked.values()].filter(({ sku }) => !listed.has(sku)).map(({ id }) => id)
    await applyGroups(transaction, staff, { groups: [{ before, after, variants }], locked: open.locked, removing })
    const isCounted = open.counted.some(({ outcome }) => outcome === 'changed')
    return changedGroup(transaction, before, expected, isCounted)
  })
}

/**
 * Changes the fields of a group that are given, what its variants differ in, and their values.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, VARIANT_EXISTS, CONFLICT (not of the expected version, or the slug)
 */
export async function changeGroup(
  db: Executor,
  staff: Staff,
  groupId: string,
  { varies_by, rename, variants = [], expected_version: expected, ...values }: UpdateGroupInput,
): Promise<GroupWithVariants> {
  const { slug, ...fields } = fieldsOf(values, noMoney)
  return inTransaction(db, async (transaction) => {
    const open = await openGroups(transaction, staff, { groupIds: [groupId] })
    const before = groupOf(open, groupId)
    const names = changeNames(before.varies_by, varies_by, rename && cleanNames(rename))
    if (Array.isArray(names)) throw invalid(...names)
    const given = readOptions(open, names, variants)
    const rows = [...open.locked.values()]
    const spell = speller(rows.filter(({ id }) => !given.has(id)).map((row) => changeOptions(names, row.options)))
    const states = rows.map((row): VariantState => {
      const changed = changeOptions(names, row.options, given.get(row.id))
      const options = given.has(row.id) ? speltBy(spell, changed) : changed
      return { ...ownColumnsOf(row), id: row.id, currency: row.currency, options, onHand: 0 }
    })
    refuseMissing(names.names, states)
    refuseTwins(names.names, states)
    const newSlug = await slugOf(transaction, before, { name: fields.name ?? before.name, slug })
    refuseOtherOptions(fields, names.names)
    const changes = states.map(({ id, options: now }) => ({ was: open.locked.get(id)?.options ?? {}, now }))
    const media_options = followNames(before.media_options, names, changes)
    const after = { ...before, media_options, ...fields, varies_by: names.names, slug: newSlug }
    await applyGroups(transaction, staff, { groups: [{ before, after, variants: states }], locked: open.locked })
    return changedGroup(transaction, before, expected)
  })
}

export interface RemovedGroup {
  deleted: number
  archived: number
}

/**
 * Deletes a group. Its variants are deleted; archived, and plain products then, if an order has named them or a cart
 * has them.
 * @throws AppError NOT_FOUND
 */
export async function removeGroup(db: Executor, staff: Staff, groupId: string): Promise<RemovedGroup> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    const open = await openGroups(transaction, staff, { groupIds: [groupId] })
    const { name } = groupOf(open, groupId)
    const removing = [...open.locked.keys()]
    const removed = await applyGroups(transaction, staff, { groups: [], locked: open.locked, removing })
    await deleteGroup(transaction, merchantId, groupId)
    const changes = { name: [name, null] } as const
    await recordAudit(transaction, staff, [{ action: 'product_group.deleted', targetId: groupId, changes }])
    return { deleted: removed.deleted.size, archived: removed.archived.size }
  })
}

/** @throws AppError NOT_FOUND */
export async function findOwnGroup(db: Executor, merchantId: string, groupId: string): Promise<GroupWithVariants> {
  const group = await selectOwnGroup(db, merchantId, groupId)
  if (group === undefined) throw notFound('product group')
  return { group, variants: await selectVariants(db, group, 'all') }
}

/** @throws AppError NOT_FOUND */
export function groupOf({ groups }: Pick<OpenGroups, 'groups'>, groupId: string): GroupRow {
  const group = groups.get(groupId)
  if (group === undefined) throw notFound('product group')
  return group
}

async function moneyOf({ merchants, unitOf }: GroupServices, { merchantId }: Staff): Promise<Money> {
  const currency = await currencyOf(merchants, merchantId)
  return { currency, unit: unitOf(currency), unitOf }
}

/** A group itself has no price. */
const noMoney: Money = { currency: 'XXX', unit: 1 }

/** The columns of a group that a body gives. @throws AppError VALIDATION_ERROR */
function fieldsOf(
  { media, ...others }: Omit<UpdateGroupInput, 'varies_by' | 'variants' | 'expected_version'>,
  money: Money,
): Partial<GroupFields> {
  const pictures = media === undefined ? undefined : readGroupMedia(media)
  const values = { ...others, ...readPictureFields({ media: pictures?.media }) } as ProductValues
  const faults = faultsOf(values, money)
  if (faults.length > 0) throw invalid(...faults)
  return { ...columnsOf(values, money), ...(pictures && { media_options: pictures.media_options }) }
}

/** @throws AppError VALIDATION_ERROR if a picture is tied to an option that the group has not */
function refuseOtherOptions({ media = [], media_options = {} }: Partial<GroupFields>, names: readonly string[]): void {
  const faults = mediaOptionFaults(media, media_options, names)
  if (faults.length > 0) throw invalid(...faults)
}

/** As it is, unless the body gives another one. @throws AppError CONFLICT */
async function slugOf(
  transaction: Transaction,
  before: GroupRow,
  { name, slug }: { name: string; slug: string | null | undefined },
): Promise<string | null> {
  if (slug === undefined || slug === before.slug) return before.slug
  return findSlug(transaction, before.merchant_id, { id: before.id, name, slug }, 'group_id')
}

/** New values of options by the id of their variant. @throws AppError VALIDATION_ERROR */
function readOptions(
  { locked }: OpenGroups,
  { names }: VariesByChange,
  variants: NonNullable<UpdateGroupInput['variants']>,
): Map<string, Options> {
  const given = new Map<string, Options>()
  const faults = variants.flatMap(({ id, options }, index) => {
    const path = `variants[${index}]`
    if (!locked.has(id)) return [{ field: `${path}.id`, message: 'is not a variant of this group' }]
    if (given.has(id)) return [{ field: `${path}.id`, message: 'is given twice' }]
    given.set(id, cleanNames(options))
    return optionFaults(names, cleanNames(options), `${path}.options`, true)
  })
  if (faults.length > 0) throw invalid(...faults.slice(0, 50))
  return given
}

/** @throws AppError VALIDATION_ERROR if an option is added without a value for each variant */
function refuseMissing(names: readonly string[], variants: readonly VariantState[]): void {
  for (const name of names) {
    const without = variants.filter(({ options }) => !Object.hasOwn(options, name))
    const [first] = without
    if (first === undefined) continue
    const message = `must have a value of ${name} for every variant; ${without.length} have none, such as ${first.id}`
    throw invalid({ field: 'variants', message })
  }
}

/** @throws AppError VARIANT_EXISTS, which names the variants */
function refuseTwins(variesBy: readonly string[], variants: readonly VariantState[]): void {
  const twins = findTwins(variants.map(({ options }) => optionsKey(variesBy, options)))
  const [first, second] = (twins ?? []).map((at) => variants[at])
  if (first === undefined || second === undefined) return
  const values = variesBy.map((name) => optionValue(second.options, name)).join(' / ')
  throw variantExists({ ids: [first.id, second.id] }, `${first.sku} and ${second.sku} would both be ${values}`)
}

/**
 * The group as it is now. The version is compared last: a change sent twice, because its answer was lost, is answered
 * as the first time.
 * @throws AppError CONFLICT
 */
async function changedGroup(
  transaction: Transaction,
  { merchant_id, id, version }: GroupRow,
  expected: number | undefined,
  isCounted = false,
): Promise<GroupWithVariants> {
  const now = await findOwnGroup(transaction, merchant_id, id)
  const isChanged = isCounted || now.group.version !== version
  if (isChanged && expected !== undefined && expected !== version) {
    throw new AppError('CONFLICT', 'the product group has changed since; read it again', { details: { version } })
  }
  return now
}
