import { closeStock, openStock } from '#src/modules/inventory/index.ts'
import { useAllPictures } from '#src/modules/media/index.ts'
import { type AuditEntry, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { namedPictures } from '../products/descriptions.ts'
import { duplicateSku } from '../products/queries.ts'
import { makeSlugs } from '../products/slugs.ts'
import type { OwnColumns } from './columns.ts'
import type { GroupActor } from './group-actor.ts'
import { speltMediaOptions } from './media-options.ts'
import type { GroupFields, GroupRow } from './queries.ts'
import { optionsKey, variantName } from './rules.ts'
import { emitVariantChanges } from './variant-changes.ts'
import {
  deleteVariants,
  detachVariants,
  insertGroups,
  insertVariants,
  type StoredVariant,
  selectInCarts,
  selectPicturesOf,
  selectWithoutVariants,
  updateGroups,
  updateVariants,
  type WrittenGroup,
  type WrittenVariant,
} from './write-queries.ts'

/** A variant as it is to be, apart from what it reads of its group. */
export interface VariantState extends OwnColumns {
  id: string
  currency: string
  /** Units on hand of a new product; those of a known one are counted before. */
  onHand: number
}

/** A group as it is to be, with all its variants. */
export interface GroupState {
  before: GroupRow | undefined
  after: WrittenGroup
  variants: readonly VariantState[]
}

export interface GroupChanges {
  groups: readonly GroupState[]
  /** The products of these groups, and those that join or leave them, as they are. All are locked. */
  locked: ReadonlyMap<string, StoredVariant>
  /** Variants that become plain products. */
  leaving?: readonly string[]
  /** Variants that are deleted; archived, and no variants any more, if an order or a cart has them. */
  removing?: readonly string[]
}

export interface AppliedGroups {
  /** Of products that were there before. */
  changed: ReadonlySet<string>
  deleted: ReadonlySet<string>
  archived: ReadonlySet<string>
}

/**
 * Writes groups and their variants as they are to be: in so many statements, however many variants there are. Call it
 * with everything locked: groups, stock, products, in this order.
 * @throws AppError SKU_TAKEN, VARIANT_EXISTS
 */
export async function applyGroups(
  transaction: Transaction,
  actor: GroupActor,
  { groups: asGiven, locked, leaving = [], removing = [] }: GroupChanges,
): Promise<AppliedGroups> {
  const { merchantId } = actor
  const given = asGiven.map(withSpeltOptions)
  const written = given.map(({ after }) => after)
  const variants = given.flatMap(({ after, variants }) => variants.map((variant) => toWritten(after, variant)))
  const added = variants.filter(({ id }) => !locked.has(id))
  const existing = variants.filter(({ id }) => locked.has(id))
  await useGroupPictures(transaction, merchantId, given, locked)
  const newGroups = given.filter(({ before }) => before === undefined)

  await insertGroups(
    transaction,
    newGroups.map(({ after }) => after),
  )
  const removed = await removeVariants(transaction, merchantId, locked, removing)
  await detachVariants(transaction, merchantId, await slugsOf(transaction, merchantId, locked, leaving))
  const repictured = given.filter(hasOtherPictures).map(({ after }) => after)
  const ids = repictured.map(({ id }) => id)
  const updated = await updateVariants(transaction, merchantId, written, existing, ids)
  const opened = added.map((variant) => ({ ...variant, in_stock: variant.onHand > 0 }))
  const inserted = await insertVariants(transaction, merchantId, written, opened)
  if (inserted !== undefined) throw duplicateSku(inserted)
  const groups = await withdrawEmptied(transaction, merchantId, given, locked)

  const changed = new Set([...updated, ...leaving, ...removed.archived])
  const onHand = new Map(added.map((variant) => [variant.id, variant.onHand]))
  // Groups are written last; their pictures are told as they are to be.
  const pictures = await selectPicturesOf(transaction, repictured)
  await emitVariantChanges(transaction, actor, { locked, changed, added: onHand, pictures, ...removed })
  const opening = added.map(({ id, sku, name, onHand }) => ({ productId: id, sku, name, onHand }))
  await openStock(transaction, actor, merchantId, opening)
  await recordAudit(transaction, actor, groups.flatMap(entryOf))

  const now = new Map(variants.map((variant) => [variant.id, variant.group_id]))
  const moved = [...onHand.keys(), ...changed, ...removed.deleted]
  const touched = new Set(moved.flatMap((id) => [now.get(id), locked.get(id)?.group_id]))
  const changedGroups = groups.filter(
    (group) => group.before !== undefined && (touched.has(group.after.id) || entryOf(group).length > 0),
  )
  await updateGroups(
    transaction,
    merchantId,
    changedGroups.map(({ after }) => after),
  )
  return { changed, ...removed }
}

/**
 * Groups that have lost their last variant with this change are no longer sold: of active they become drafts. One that
 * was made without variants, which are still to come, stays what it is.
 */
async function withdrawEmptied(
  transaction: Transaction,
  merchantId: string,
  groups: readonly GroupState[],
  locked: ReadonlyMap<string, StoredVariant>,
): Promise<readonly GroupState[]> {
  const hadVariants = new Set([...locked.values()].map(({ group_id }) => group_id))
  const isSold = ({ before, after }: GroupState) => before !== undefined && after.status === 'active'
  const sold = groups.filter((group) => isSold(group) && hadVariants.has(group.after.id)).map(({ after }) => after.id)
  const emptied = await selectWithoutVariants(transaction, merchantId, sold)
  if (emptied.size === 0) return groups
  return groups.map((group) =>
    emptied.has(group.after.id) ? { ...group, after: { ...group.after, status: 'draft' } } : group,
  )
}

function toWritten(group: WrittenGroup, variant: VariantState): WrittenVariant & { onHand: number } {
  const name = variantName(group.name, group.varies_by, variant.options)
  return { ...variant, group_id: group.id, name, options_key: optionsKey(group.varies_by, variant.options) }
}

/** Of a group that was there before. */
function hasOtherPictures({ before, after }: GroupState): boolean {
  return before !== undefined && shownPictures(before) !== shownPictures(after)
}

const shownPictures = ({ media, media_options }: Pick<GroupFields, 'media' | 'media_options'>) =>
  JSON.stringify(media.map((id) => [id, media_options[id]]))

/** Of a group whose variants are not all known, the options of its pictures are spelt as they were. */
function withSpeltOptions(group: GroupState): GroupState {
  const { media, media_options } = group.after
  return {
    ...group,
    after: { ...group.after, media_options: speltMediaOptions(media_options, media, group.variants) },
  }
}

/** @throws AppError VALIDATION_ERROR if a group or a variant has a picture that is none of the shop's */
async function useGroupPictures(
  transaction: Transaction,
  merchantId: string,
  groups: readonly GroupState[],
  locked: ReadonlyMap<string, StoredVariant>,
): Promise<void> {
  const named = groups.flatMap(({ before, after, variants }) => [
    ...namedPictures(after, before),
    ...variants.map(({ id, media }, at) => ({ field: `variants[${at}].media`, media, before: locked.get(id)?.media })),
  ])
  await useAllPictures(transaction, merchantId, named)
}

type Removed = Pick<AppliedGroups, 'deleted' | 'archived'>

async function removeVariants(
  transaction: Transaction,
  merchantId: string,
  locked: ReadonlyMap<string, StoredVariant>,
  productIds: readonly string[],
): Promise<Removed> {
  if (productIds.length === 0) return { deleted: new Set(), archived: new Set() }
  const inCarts = await selectInCarts(transaction, merchantId, productIds)
  const free = productIds.filter((id) => !inCarts.has(id))
  const deleted = await closeStock(transaction, merchantId, free)
  await deleteVariants(transaction, merchantId, [...deleted])
  const archived = productIds.filter((id) => !deleted.has(id))
  await detachVariants(transaction, merchantId, await slugsOf(transaction, merchantId, locked, archived), 'archived')
  return { deleted, archived: new Set(archived) }
}

/** Slugs for variants that become plain products, made of the names that they keep. */
function slugsOf(
  transaction: Transaction,
  merchantId: string,
  locked: ReadonlyMap<string, StoredVariant>,
  productIds: readonly string[],
): Promise<Map<string, string>> {
  const named = productIds.map((id) => ({ id, name: locked.get(id)?.name ?? '' }))
  return makeSlugs(transaction, merchantId, named)
}

/** What staff sets of a group, with its metadata as a text. */
function auditedFields(row: GroupFields) {
  const { name, slug, description, description_html, category, brand, tags, varies_by } = row
  const { seo_title, seo_description, status, metadata, media, media_options } = row
  const texts = { name, slug, description, description_html, category, brand, tags, varies_by }
  const shared = { ...texts, seo_title, seo_description, status }
  return {
    ...shared,
    media: media.length === 0 ? null : media,
    media_options: Object.keys(media_options).length === 0 ? null : JSON.stringify(media_options),
    metadata: JSON.stringify(metadata, Object.keys(metadata).sort()),
  }
}

/** None if the group itself is as it was. */
function entryOf({ before, after }: GroupState): AuditEntry[] {
  const changes = changesOf(before === undefined ? null : auditedFields(before), auditedFields(after))
  if (Object.keys(changes).length === 0) return []
  const action = before === undefined ? 'product_group.created' : 'product_group.updated'
  return [{ action, targetId: after.id, changes }]
}
