import { pictureFaults, readPictureFields } from '#src/modules/media/index.ts'
import { AppError, type FieldFault, invalid, maxFaults } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import type { Money } from '../products/field.ts'
import { columnsOf, faultsOf, initialColumns } from '../products/field-values.ts'
import { pairFault } from '../products/gift-card-rules.ts'
import type { ProductValues } from '../products/schemas.ts'
import type { VariantState } from './apply-groups.ts'
import { cleanNames } from './clean-names.ts'
import { type OwnColumns, ownColumnsOf } from './columns.ts'
import { findTwins, nameFaults, type Options, optionFaults, optionsKey, speller, speltBy } from './rules.ts'
import type { CreateGroupInput, VariantInput } from './schemas.ts'
import { type StoredVariant, variantExists } from './write-queries.ts'

/** What a body gives of a group and its variants, once nothing is wrong with it. */
export interface ReadVariant {
  sku: string
  onHand: number | undefined
  columns: OwnColumns
}

/**
 * Reads a group that a body gives whole. What is left out of a variant is as in a new product.
 * @throws AppError VALIDATION_ERROR, SKU_TAKEN and VARIANT_EXISTS if two of the variants have the same
 */
export function readVariants(
  { varies_by, variants = [] }: Pick<CreateGroupInput, 'varies_by' | 'variants'>,
  money: Money,
): ReadVariant[] {
  const faults: FieldFault[] = nameFaults(varies_by)
  const read: ReadVariant[] = []
  const spell = speller()
  for (const [index, variant] of variants.entries()) {
    if (faults.length >= maxFaults) break
    const options = speltBy(spell, cleanNames(variant.options))
    const found = [...optionFaults(varies_by, options), ...variantFaults(variant, money)]
    faults.push(...found.map(({ field, message }) => ({ field: `variants[${index}].${field}`, message })))
    if (found.length === 0) read.push(readVariant(variant, options, index, money))
  }
  if (faults.length > 0) throw invalid(...faults)
  refuseTwins(varies_by, read)
  return read
}

function variantFaults(
  { options: _, position: __, on_hand: ___, ...values }: VariantInput,
  money: Money,
): FieldFault[] {
  const faults = faultsOf(values as ProductValues, money)
  if (faults.length > 0) return faults
  const fault = pairFault(columnsOf(values as ProductValues, money), money)
  return [...(fault === undefined ? [] : [fault]), ...pictureFaults(values)]
}

function readVariant(
  { options: _, position, on_hand: onHand, ...values }: VariantInput,
  options: Options,
  index: number,
  money: Money,
): ReadVariant {
  const { media, image_url, ...others } = values
  const read = { ...others, ...readPictureFields({ media, image_url }) }
  const columns = { ...initialColumns, ...columnsOf(read as ProductValues, money) }
  const own = ownColumnsOf({ ...columns, sku: values.sku, options, position: position ?? index } as OwnColumns)
  return { sku: values.sku, onHand, columns: own }
}

/** @throws AppError SKU_TAKEN, VARIANT_EXISTS */
function refuseTwins(variesBy: readonly string[], variants: readonly ReadVariant[]): void {
  const skus = findTwins(variants.map(({ sku }) => sku))
  if (skus !== undefined) {
    const [first, second] = skus
    const sku = variants[first]?.sku
    const message = `variants[${first}] and variants[${second}] have the same SKU`
    throw new AppError('SKU_TAKEN', message, { details: { sku, variants: skus } })
  }
  const twins = findTwins(variants.map(({ columns }) => optionsKey(variesBy, columns.options)))
  if (twins === undefined) return
  const [first, second] = twins
  throw variantExists({ variants: twins }, `variants[${first}] and variants[${second}] have the same options`)
}

/** What a variant is to be: of a known product with its id. */
export function stateOf(
  { columns, onHand = 0 }: ReadVariant,
  stored: StoredVariant | undefined,
  currency: string,
): VariantState {
  return { ...columns, id: stored?.id ?? newId(), currency: stored?.currency ?? currency, onHand }
}
