import type { FieldFault } from '#src/platform/lib/errors.ts'
import type { GroupRows, VariantRow } from './group-rows.ts'
import type { GroupRow } from './queries.ts'
import {
  changeNames,
  maxVariants,
  nameFaults,
  type Options,
  optionFaults,
  optionsKey,
  optionValue,
  speller,
  speltBy,
} from './rules.ts'
import type { FoundGroup } from './slug-queries.ts'
import type { VariantKey } from './write-queries.ts'

export interface RowFault extends FieldFault {
  row: number
  sku: string
}

/** A row, and the product that it is about; none: it makes one. */
export interface MatchedRow {
  given: VariantRow
  id: string | undefined
}

export interface MatchedGroup extends Pick<GroupRows, 'slug' | 'values' | 'mediaOptions'> {
  group: GroupRow | undefined
  /** What it varies by, as it will. */
  names: readonly string[]
  variants: MatchedRow[]
  /** Plain products whose slug becomes the group's. */
  formerly: string | undefined
}

export interface StoredGroups {
  found: ReadonlyMap<string, FoundGroup>
  groups: ReadonlyMap<string, GroupRow>
  /** Variants of the groups, and products with the SKUs of the rows. */
  keys: readonly VariantKey[]
}

/** Finds what each row is about: a product with its SKU, else the variant of its group with its options. */
export function matchRows(
  given: readonly GroupRows[],
  { found, groups, keys }: StoredGroups,
): { matched: MatchedGroup[]; faults: RowFault[] } {
  const bySku = new Map(keys.map((key) => [key.sku, key]))
  const byGroup = Map.groupBy(keys, (key) => key.group_id)
  const faults: RowFault[] = []
  const matched = given.map(({ slug, values, mediaOptions, variesBy, variants }): MatchedGroup => {
    const place = found.get(slug)
    const group = groups.get(place?.group_id ?? '')
    const formerly = group === undefined ? (place?.product_id ?? undefined) : undefined
    const members = (group && byGroup.get(group.id)) ?? []
    const refuse = (row: VariantRow, field: string, message: string) =>
      faults.push({ row: row.row, sku: row.sku, field, message })
    const wrongNames = nameFaults(variesBy, 'options')
    for (const row of wrongNames.length > 0 ? variants : []) refuse(row, 'options', 'name one of them twice')
    const isElsewhere = formerly !== undefined && !variants.some(({ sku }) => bySku.get(sku)?.id === formerly)
    for (const row of isElsewhere ? variants : []) refuse(row, 'slug', 'is the slug of another product')
    const names = namesOf(group, variesBy, members, variants, bySku)
    const read = isElsewhere || wrongNames.length > 0 ? [] : variants
    const inFile = new Set(read.map(({ sku }) => sku))
    const spell = speller(members.filter(({ sku }) => !inFile.has(sku)).map((member) => member.options))
    const rows = read.flatMap((row): VariantRow[] => {
      const options = speltBy(spell, spelt(names, row.options))
      const [fault] = optionFaults(names, options)
      const key = bySku.get(row.sku)
      if (fault !== undefined) refuse(row, fault.field, fault.message)
      else if (key?.group_id != null && key.group_id !== group?.id) refuse(row, 'sku', 'is that of another group')
      else return [{ ...row, options }]
      return []
    })
    const chosen = chooseProducts(rows, names, members, bySku, refuse)
    return { slug, values, mediaOptions, group, names, formerly, variants: chosen }
  })
  return { matched, faults }
}

/** Those of the group, unless the rows give all of its variants other ones. */
function namesOf(
  group: GroupRow | undefined,
  variesBy: readonly string[],
  members: readonly VariantKey[],
  rows: readonly VariantRow[],
  bySku: ReadonlyMap<string, VariantKey>,
): readonly string[] {
  if (group === undefined) return variesBy
  const change = changeNames(group.varies_by, variesBy)
  const isSame =
    !Array.isArray(change) && change.before.size === variesBy.length && variesBy.length === group.varies_by.length
  if (isSame) return group.varies_by
  const named = new Set(rows.map(({ sku }) => bySku.get(sku)?.id))
  return members.every(({ id }) => named.has(id)) ? variesBy : group.varies_by
}

/** Options by the names as the group spells them. */
function spelt(names: readonly string[], options: Options): Options {
  const change = changeNames(Object.keys(options), names)
  if (Array.isArray(change)) return options
  const stored = new Set(change.before.values())
  const others = Object.keys(options).filter((name) => !stored.has(name))
  const own = names.flatMap((name) => {
    const old = change.before.get(name)
    return old === undefined ? [] : [[name, optionValue(options, old)]]
  })
  return Object.fromEntries([...own, ...others.map((name) => [name, optionValue(options, name)])])
}

function chooseProducts(
  rows: readonly VariantRow[],
  names: readonly string[],
  members: readonly VariantKey[],
  bySku: ReadonlyMap<string, VariantKey>,
  refuse: (row: VariantRow, field: string, message: string) => void,
): MatchedRow[] {
  const named = new Set(rows.flatMap(({ sku }) => bySku.get(sku)?.id ?? []))
  // A variant that is in no row by its SKU may be one by its options; then it gets the SKU of the row.
  const others = members.filter(({ id }) => !named.has(id))
  const byOptions = new Map(others.map((key) => [optionsKey(names, key.options), key]))
  const matched = new Set<string>()
  const chosen: MatchedRow[] = []
  let count = members.length
  for (const given of rows) {
    const key = optionsKey(names, given.options)
    const id = bySku.get(given.sku)?.id ?? byOptions.get(key)?.id
    const isOthers = byOptions.has(key) && byOptions.get(key)?.id !== id
    if (matched.has(key) || isOthers) refuse(given, 'options', 'are those of another variant of the group')
    else if (count >= maxVariants && id === undefined)
      refuse(given, 'options', `would be more than ${maxVariants} variants of the group`)
    else {
      chosen.push({ given, id })
      if (id === undefined) count += 1
    }
    matched.add(key)
  }
  return chosen
}
