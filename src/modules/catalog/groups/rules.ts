import { hash } from 'node:crypto'
import type { FieldFault } from '#src/platform/lib/errors.ts'

export const maxVariants = 2_048
const maxNameLength = 500

/** The value of each option. */
export type Options = Readonly<Record<string, string>>

/** `Linen Shirt, M / Red` */
export function variantName(groupName: string, variesBy: readonly string[], options: Options): string {
  const name = `${groupName}, ${variesBy.map((option) => optionValue(options, option)).join(' / ')}`
  return name.length <= maxNameLength ? name : [...name].slice(0, maxNameLength).join('')
}

/** What two variants of a group may not share: the keys of their values, in the order of the names. */
export function optionsKey(variesBy: readonly string[], options: Options): string {
  const key = JSON.stringify(variesBy.map((option) => spellingKey(optionValue(options, option))))
  // An index takes no text of more than about 2,700 bytes.
  return key.length <= 500 ? key : hash('sha256', key, 'base64url')
}

/**
 * What spellings of one value or name have in common: they may differ in case, in blanks and in kinds of hyphens. Upper
 * case first: `ß` and `SS`, and both forms of a small sigma, are the same then.
 */
export function spellingKey(text: string): string {
  const plain = text.normalize('NFKC').replace(hyphens, '-').replace(/\s+/g, ' ').trim()
  return plain.toUpperCase().toLowerCase().normalize('NFC')
}

/** U+2010 and U+2011 (hyphens), dashes, the minus sign, and small forms; NFKC has made the full-width one plain. */
const hyphens = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63]/g

/** Spells each value of an option as the first of the same key was spelt. */
export type Speller = (name: string, value: string) => string

/** @param stored variants whose spelling stands; later values follow the earlier ones */
export function speller(stored: Iterable<Options> = []): Speller {
  const first = new Map<string, string>()
  const spell = (name: string, value: string) => {
    const key = JSON.stringify([spellingKey(name), spellingKey(value)])
    const before = first.get(key)
    if (before === undefined) first.set(key, value)
    return before ?? value
  }
  for (const options of stored) for (const [name, value] of Object.entries(options)) spell(name, value)
  return spell
}

/** The values of a variant, each in its first spelling. */
export function speltBy(spell: Speller, options: Options): Options {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, spell(name, value)]))
}

export function optionValue(options: Options, name: string): string {
  return Object.hasOwn(options, name) ? (options[name] ?? '') : ''
}

/** Names of options that are the same but for their case. */
export function nameFaults(variesBy: readonly string[], field = 'varies_by'): FieldFault[] {
  const first = new Map<string, number>()
  return variesBy.flatMap((name, index) => {
    const before = first.get(spellingKey(name))
    if (before !== undefined) return [{ field: `${field}[${index}]`, message: `is the same as ${field}[${before}]` }]
    first.set(spellingKey(name), index)
    return []
  })
}

/** A variant has a value for exactly the options of its group. `partly`: only no others. */
export function optionFaults(
  variesBy: readonly string[],
  options: Options,
  path = 'options',
  partly = false,
): FieldFault[] {
  const missing = partly ? [] : variesBy.filter((name) => !Object.hasOwn(options, name))
  const others = Object.keys(options).filter((name) => !variesBy.includes(name))
  return [
    ...missing.map((name) => ({ field: `${path}.${name}`, message: 'is required' })),
    ...others.map((name) => ({
      field: `${path}.${name.slice(0, 100)}`,
      message: `is not an option of the group; its options are ${variesBy.join(', ')}`,
    })),
  ]
}

export interface VariesByChange {
  /** The names afterwards, in their order. */
  names: string[]
  /** By its new name, what an option was called before; an added one is not in it. */
  before: ReadonlyMap<string, string>
}

/**
 * What becomes of the names of a group's options: some have new names (`rename`), then `variesBy` says which there are
 * and in which order. A name in another case is the same one, spelt anew.
 */
export function changeNames(
  current: readonly string[],
  variesBy: readonly string[] | undefined,
  rename: Options = {},
): VariesByChange | FieldFault[] {
  const unknown = Object.keys(rename).filter((name) => !current.includes(name))
  if (unknown.length > 0) {
    return unknown.map((name) => ({
      field: `rename.${name.slice(0, 100)}`,
      message: `is not an option of the group; its options are ${current.join(', ')}`,
    }))
  }
  const renamed = current.map((name) => (Object.hasOwn(rename, name) ? optionValue(rename, name) : name))
  const twins = nameFaults(renamed, 'rename')
  if (twins.length > 0) return [{ field: 'rename', message: 'must not give two options the same name' }]
  const faults = variesBy === undefined ? [] : nameFaults(variesBy)
  if (faults.length > 0) return faults
  const names = [...(variesBy ?? renamed)]
  const before = new Map<string, string>()
  for (const name of names) {
    const index = renamed.findIndex((stored) => spellingKey(stored) === spellingKey(name))
    const old = current[index]
    if (old !== undefined) before.set(name, old)
  }
  return { names, before }
}

/** A variant's options by the names that its group has afterwards; of an added one nothing, unless `given` says it. */
export function changeOptions({ names, before }: VariesByChange, options: Options, given: Options = {}): Options {
  return Object.fromEntries(
    names.flatMap((name) => {
      const old = before.get(name)
      if (Object.hasOwn(given, name)) return [[name, optionValue(given, name)]]
      return old === undefined ? [] : [[name, optionValue(options, old)]]
    }),
  )
}

/** The indexes of two of them that are the same, if there are. */
export function findTwins(keys: readonly string[]): [number, number] | undefined {
  const first = new Map<string, number>()
  for (const [index, key] of keys.entries()) {
    const before = first.get(key)
    if (before !== undefined) return [before, index]
    first.set(key, index)
  }
  return undefined
}
