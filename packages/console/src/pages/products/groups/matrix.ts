import type { Schemas } from '@commerce-platform/client'
import { typedAmount } from '#console/lib/format.ts'

type Variant = Schemas['Variant']

export const maxOptions = 3
export const maxVariants = 2_048

/** A value keeps its id when it is spelt anew, and its variants stay the same ones. */
export interface Value {
  id: number
  text: string
}

export interface Option {
  id: number
  name: string
  values: readonly Value[]
}

/** Those of each row, and those that are shown when they are asked for. */
export const columns = ['sku', 'price', 'stock'] as const
export const moreColumns = ['gtin', 'weight', 'taxClass'] as const
export type Column = (typeof columns)[number] | (typeof moreColumns)[number]

export type Cells = Record<Column, string>

/** Options and variants as they are typed. Rows have the ids of their values as keys: `3 7`. */
export interface Matrix {
  options: readonly Option[]
  cells: Readonly<Record<string, Partial<Cells>>>
  /** The products that are there already, by their keys. */
  products: Readonly<Record<string, string>>
  /** Ids of the pictures that a variant has of its own, by its key; the first one is its picture. */
  pictures: Readonly<Record<string, readonly string[]>>
  /** By the id of a picture of the group, the id of the value whose variants alone show it. */
  tied: Readonly<Record<string, string>>
  /** The variants there are to be; of the values' combinations some may be left out. */
  keys: readonly string[]
  nextId: number
}

export interface Row {
  key: string
  /** In the order of the options. */
  values: readonly Value[]
}

export const emptyMatrix: Matrix = {
  options: [{ id: 1, name: '', values: [] }],
  cells: {},
  products: {},
  pictures: {},
  tied: {},
  keys: [],
  nextId: 2,
}

export function matrixOf(group: Schemas['ProductGroupWithVariants']): Matrix {
  const { varies_by, variants } = group
  let nextId = 1
  const options = varies_by.map((name): Option => {
    const texts = [...new Set(variants.map(({ options }) => options[name] ?? ''))]
    return { id: nextId++, name, values: texts.map((text) => ({ id: nextId++, text })) }
  })
  const keyOf = (variant: Variant) =>
    options.map(({ name, values }) => values.find(({ text }) => text === variant.options[name])?.id).join(' ')
  return {
    options,
    cells: Object.fromEntries(variants.map((variant) => [keyOf(variant), cellsOf(variant)])),
    products: Object.fromEntries(variants.map((variant) => [keyOf(variant), variant.id])),
    pictures: Object.fromEntries(variants.map((variant) => [keyOf(variant), ownPictures(variant)])),
    tied: Object.fromEntries(group.media.flatMap((picture) => tieOf(picture, options))),
    keys: variants.map(keyOf),
    nextId,
  }
}

/** Ids of pictures, in their order. */
const idsOf = ({ media }: { media: readonly { id: string }[] }) => media.map(({ id }) => id)

const ownPictures = ({ media }: Variant) => idsOf({ media: media.filter(({ of_group }) => !of_group) })

function tieOf({ id, option }: Schemas['GroupPicture'], options: readonly Option[]): [string, string][] {
  const [[name, text] = []] = Object.entries(option ?? {})
  const value = options.find((one) => one.name === name)?.values.find((one) => one.text === text)
  return value === undefined ? [] : [[id, String(value.id)]]
}

export function cellsOf({ sku, price, currency, available, gtin, weight_grams, tax_class }: Variant): Cells {
  return {
    sku,
    price: typedAmount(price, currency),
    stock: String(available),
    gtin: gtin ?? '',
    weight: weight_grams === null ? '' : String(weight_grams),
    taxClass: tax_class,
  }
}

export const usedOptions = ({ options }: Pick<Matrix, 'options'>) => options.filter(({ values }) => values.length > 0)

/** How many rows all combinations would be. */
export const sizeOf = (matrix: Pick<Matrix, 'options'>) =>
  usedOptions(matrix).reduce((size, { values }) => size * values.length, usedOptions(matrix).length > 0 ? 1 : 0)

/** The keys of all combinations of values. */
export function allKeys(options: readonly Option[]): string[] {
  const [first, ...others] = usedOptions({ options }).map(({ values }) => values.map(({ id }) => String(id)))
  return others.reduce((keys, ids) => keys.flatMap((key) => ids.map((id) => `${key} ${id}`)), first ?? [])
}

/** The variants, in the order of their values. */
export function rowsOf(matrix: Matrix): Row[] {
  const places = new Map(matrix.options.flatMap(({ values }) => values.map((value, at) => [value.id, { value, at }])))
  const rows = matrix.keys.map((key) => {
    const found = key.split(' ').flatMap((id) => places.get(Number(id)) ?? [])
    return { key, values: found.map(({ value }) => value), order: found.map(({ at }) => at) }
  })
  return rows.sort((one, other) => byPlaces(one.order, other.order)).map(({ key, values }) => ({ key, values }))
}

function byPlaces(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((place, index) => place !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** What a row holds: what is typed, else the proposal. */
export function cellOf(matrix: Matrix, groupName: string, { key, values }: Row, column: Column): string {
  const typed = matrix.cells[key]?.[column]
  if (typed !== undefined) return typed
  return column === 'sku' ? proposedSku(groupName, values) : ''
}

/** `LINEN-SHIRT-M-RED` */
export function proposedSku(groupName: string, values: readonly Value[]): string {
  const parts = [groupName, ...values.map(({ text }) => text)].map(codeOf).filter((part) => part !== '')
  return parts.join('-').slice(0, 100)
}

/** Capitals and digits of any script; accents are left out. */
function codeOf(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase()
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
}

export const sameText = (one: string, other: string) => folded(one) === folded(other)
const folded = (text: string) => text.normalize('NFKC').toUpperCase().toLowerCase()
