import type { FieldFault } from '#src/platform/lib/errors.ts'
import { slugOf } from '#src/platform/lib/slug.ts'
import { nameFaults, type Options } from '../groups/rules.ts'
import { maxSlugLength } from '../products/field-schemas.ts'
import type { ProductValues } from '../products/schemas.ts'
import type { ProductStatus } from '../products/statuses.ts'
import type { GivenPlace } from './columns.ts'

/** What a row says of the group that its product is a variant of. */
export interface Place {
  /** Its slug; undefined: the group that the product is in. */
  group: string | undefined
  /** The names of the options in their order, and the values; undefined: those that the product has. */
  names: readonly string[]
  options: Options | undefined
  /** What it says of the group besides. */
  ofGroup: ProductValues
  position: number | undefined
  /** Of the file of another system. */
  foreign?: ForeignPlace
}

interface ForeignPlace {
  /** The status of the group. */
  status: ProductStatus | undefined
  /** The file has no slugs: this one is made of the name, and gives way to another product. */
  madeSlug: boolean
  /** The file has no SKU of this product: one that it has already stays. */
  madeSku: boolean
}

export function readPlace({ group, options, ofGroup, position }: GivenPlace): {
  place: Place | undefined
  faults: FieldFault[]
} {
  const given = options.flatMap(({ name, value }) =>
    name === undefined || value === undefined ? [] : [[name, value] as const],
  )
  const names = given.map(([name]) => name)
  const faults = options.flatMap(({ name, value }, index): FieldFault[] => {
    if ((name === undefined) === (value === undefined)) return []
    const missing = name === undefined ? 'name' : 'value'
    return [{ field: `option_${index + 1}_${missing}`, message: 'is required' }]
  })
  if (nameFaults(names).length > 0)
    faults.push({ field: 'option_1_name', message: 'has the same name as another option' })
  if (group !== undefined && slugOf(group, maxSlugLength) !== group) {
    const example = slugOf(group) || 'linen-shirt'
    faults.push({ field: 'group', message: `must be lower-case words with hyphens between, such as ${example}` })
  }
  const isSaid = group !== undefined || names.length > 0 || Object.keys(ofGroup).length > 0 || position !== undefined
  if (!isSaid) return { place: undefined, faults }
  const said = names.length === 0 ? undefined : Object.fromEntries(given)
  return { place: { group, names, options: said, ofGroup, position }, faults }
}
