import type { Transaction } from '#src/platform/db/transaction.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { Money, ProductColumns } from '../products/field.ts'
import { columnsOf, faultsOf, initialColumns } from '../products/field-values.ts'
import { pairFault } from '../products/gift-card-rules.ts'
import { mergedPrices } from '../products/other-prices.ts'
import { reserveFreeSlugs } from '../products/slug-queries.ts'
import { applyGroups, type GroupState, type VariantState } from './apply-groups.ts'
import { type OwnColumns, ownColumnsOf } from './columns.ts'
import type { GroupActor } from './group-actor.ts'
import type { GroupRows } from './group-rows.ts'
import { initialFields } from './initial-fields.ts'
import { type MatchedGroup, matchRows, type RowFault } from './match-rows.ts'
import { knownOptions } from './media-options.ts'
import { openGroups } from './open-groups.ts'
import { type Options, optionFaults } from './rules.ts'
import { assignSlugs, findGroupsBySlug } from './slug-queries.ts'
import { lockGroups, type StoredVariant, selectGroups, selectVariantKeys, type WrittenGroup } from './write-queries.ts'

export interface UpsertOutcome {
  created: number[]
  updated: number[]
  unchanged: number[]
  /** How many of the new ones have no units in the file. */
  uncounted: number
  faults: RowFault[]
  /** The variants that rows made or changed. */
  variants: RowVariant[]
}

export interface RowVariant {
  row: number
  groupId: string
  /** The group is new. */
  isNew: boolean
  /** As the group spells them. */
  options: Options
}

/**
 * Adds and changes groups and variants of a part of a file, in so many statements however many there are: a group by
 * its slug, a variant by its SKU, else by its options. Plain products join; variants that are not named stay. A row in
 * which something is wrong changes nothing, and has a fault for each thing.
 * @throws AppError CONFLICT, SKU_TAKEN after a change meanwhile: the part can be applied again
 */
export async function upsertGroups(
  transaction: Transaction,
  actor: GroupActor,
  given: readonly GroupRows[],
  money: Money,
): Promise<UpsertOutcome> {
  const { merchantId } = actor
  const slugs = given.map(({ slug }) => slug)
  const found = await findGroupsBySlug(transaction, merchantId, slugs)
  const ids = [...new Set([...found.values()].flatMap(({ group_id }) => group_id ?? []))]
  await lockGroups(transaction, ids)
  const groups = new Map((await selectGroups(transaction, merchantId, ids)).map((group) => [group.id, group]))
  const skus = given.flatMap(({ variants }) => variants.map(({ sku }) => sku))
  const keys = await selectVariantKeys(transaction, merchantId, ids, skus)
  const { matched, faults } = matchRows(given, { found, groups, keys })
  const wrong = matched.flatMap((group) => faultsOfRows(group, money))
  faults.push(...wrong)
  const isRight = rowFilter(faults)
  const units = new Map<string, number>()
  const joining: string[] = []
  for (const { variants } of matched) {
    for (const { given: variant, id } of variants) {
      if (id === undefined || !isRight(variant.row)) continue
      joining.push(id)
      if (variant.onHand !== undefined) units.set(id, variant.onHand)
    }
  }
  const open = await openGroups(transaction, actor, {
    groupIds: ids,
    productIds: joining,
    onHand: ({ id }) => units.get(id),
    type: 'import',
  })
  const refused = new Map(open.counted.flatMap((one) => (one.outcome === 'refused' ? [[one.product_id, one]] : [])))
  for (const { given: variant, id = '' } of matched.flatMap(({ variants }) => variants)) {
    if (!isRight(variant.row)) continue
    const { row, sku, values } = variant
    const stock = refused.get(id)
    const reduction = pairFault(columnsOf(values, money), money, open.locked.get(id))
    if (reduction !== undefined) faults.push({ row, sku, ...reduction })
    else if (stock !== undefined) {
      faults.push({ row, sku, field: 'on_hand', message: `is below the ${stock.reserved} reserved by orders` })
    }
  }
  const isWritten = rowFilter(faults)
  const written = matched.map((group) => ({
    ...group,
    variants: group.variants.filter(({ given: one }) => isWritten(one.row)),
  }))
  const states = await statesOf(
    transaction,
    merchantId,
    written.filter(({ variants }) => variants.length > 0),
    open.locked,
    money,
  )
  const applied = await applyGroups(transaction, actor, { groups: states.groups, locked: open.locked })
  const restocked = open.counted.filter(({ outcome }) => outcome === 'changed').map(({ product_id }) => product_id)
  const changed = new Set([...applied.changed, ...restocked])
  const outcome: UpsertOutcome = {
    created: [],
    updated: [],
    unchanged: [],
    uncounted: states.uncounted,
    faults,
    variants: states.variants,
  }
  for (const [row, id] of states.ids) {
    if (!open.locked.has(id)) outcome.created.push(row)
    else (changed.has(id) ? outcome.updated : outcome.unchanged).push(row)
  }
  return outcome
}

function rowFilter(faults: readonly RowFault[]): (row: number) => boolean {
  const rows = new Set(faults.map(({ row }) => row))
  return (row) => !rows.has(row)
}

/** What is wrong with the values of each row, which sets fields of its group too. */
function faultsOfRows({ values, names, variants, group }: MatchedGroup, money: Money): RowFault[] {
  const ofGroup = faultsOf(values, money)
  return variants.flatMap(({ given: { row, sku, options, values: own }, id }): RowFault[] => {
    const faults: FieldFault[] = [...ofGroup, ...faultsOf(own, money), ...optionFaults(names, options)]
    if (group === undefined && values.name === undefined) faults.push({ field: 'name', message: 'is required' })
    if (id === undefined && own.price === undefined) faults.push({ field: 'price', message: 'is required' })
    return faults.map((fault) => ({ row, sku, ...fault }))
  })
}

interface States {
  groups: GroupState[]
  uncounted: number
  /** The product of each row; one row of another system may be several. */
  ids: [row: number, id: string][]
  variants: RowVariant[]
}

async function statesOf(
  transaction: Transaction,
  merchantId: string,
  matched: readonly MatchedGroup[],
  locked: ReadonlyMap<string, StoredVariant>,
  money: Money,
): Promise<States> {
  const ids: States['ids'] = []
  const read: RowVariant[] = []
  let uncounted = 0
  const newIds = await reserveSlugs(transaction, merchantId, matched)
  const byGroup = Map.groupBy(locked.values(), (row) => row.group_id)
  const groups = matched.map(({ slug, values, mediaOptions, names, group, variants }): GroupState => {
    const { slug: _, ...fields } = columnsOf(values, money)
    const id = group?.id ?? newIds.get(slug) ?? ''
    const base = group ?? { ...initialFields, merchant_id: merchantId, id, name: '', slug }
    const media_options = knownOptions(mediaOptions ?? base.media_options, names)
    const pictured = withPictures(fields, base, variants)
    const after: WrittenGroup = { ...base, ...pictured, media_options, varies_by: [...names] }
    const stored = (group && byGroup.get(group.id)) ?? []
    let next = Math.max(-1, ...stored.map(({ position }) => position)) + 1
    const written = new Map<string, VariantState>()
    for (const { given, id: productId } of variants) {
      const before = productId === undefined ? undefined : locked.get(productId)
      const sku = given.madeSku ? (before?.sku ?? given.sku) : given.sku
      const stored = before ?? initialColumns
      const set = columnsOf(given.values, money)
      const other_prices = mergedPrices(stored.other_prices, set.other_prices ?? {})
      const columns = { ...stored, ...set, other_prices, sku } as OwnColumns
      const joins = before === undefined || before.group_id !== id
      const position = given.position ?? (joins ? next++ : before.position)
      const own = ownColumnsOf({ ...columns, options: { ...given.options }, position })
      const state = { ...own, id: before?.id ?? newId(), currency: before?.currency ?? money.currency }
      written.set(state.id, { ...state, onHand: given.onHand ?? given.opening ?? 0 })
      ids.push([given.row, state.id])
      read.push({ row: given.row, groupId: id, isNew: group === undefined, options: given.options })
      if (before === undefined && given.onHand === undefined) uncounted++
    }
    const others = stored.filter((row) => !written.has(row.id))
    const untouched = others.map((row) => ({ ...ownColumnsOf(row), id: row.id, currency: row.currency, onHand: 0 }))
    return { before: group, after, variants: [...untouched, ...written.values()] }
  })
  return { groups, ids, uncounted, variants: read }
}

/** A group without pictures, of which the file tells none, shows those of the only row with some. */
function withPictures(
  fields: Partial<ProductColumns>,
  base: { media: readonly string[] },
  variants: MatchedGroup['variants'],
): Partial<ProductColumns> {
  if (fields.media !== undefined || base.media.length > 0) return fields
  const [media, ...others] = variants.map(({ given }) => given.values.media ?? []).filter((ids) => ids.length > 0)
  return media === undefined || others.length > 0 ? fields : { ...fields, media: [...media] }
}

/** Ids for new groups, by their slugs, which lead to them now. @throws AppError CONFLICT if one was taken meanwhile */
async function reserveSlugs(
  transaction: Transaction,
  merchantId: string,
  matched: readonly MatchedGroup[],
): Promise<Map<string, string>> {
  const fresh = matched.filter(({ group }) => group === undefined).map((one) => ({ ...one, id: newId() }))
  const former = fresh.filter(({ formerly }) => formerly !== undefined)
  const given = former.map(({ slug, id }) => ({ slug, groupId: id }))
  await assignSlugs(transaction, merchantId, given)
  const free = fresh.filter(({ formerly }) => formerly === undefined)
  const reserved = await reserveFreeSlugs(transaction, merchantId, 'group_id', free)
  if (reserved.size < free.length) throw new AppError('CONFLICT', 'another request has just used this slug; try again')
  return new Map(fresh.map(({ slug, id }) => [slug, id]))
}
