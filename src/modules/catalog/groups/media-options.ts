import type { FieldFault } from '#src/platform/lib/errors.ts'
import type { MediaOptions } from '../products/group-pictures.ts'
import { cleanNames } from './clean-names.ts'
import { type Options, optionFaults, optionValue, speller, spellingKey, speltBy, type VariesByChange } from './rules.ts'

/** A picture in a group's body: its id, or with the value that it is tied to. */
export type GivenMedia = readonly (string | { id: string; option?: Options | null })[]

const oneOption = 'must be one option and its value, such as {"Colour": "Red"}'

/** The two columns of a group's pictures. */
export function readGroupMedia(given: GivenMedia | null): { media: string[]; media_options: MediaOptions } {
  const entries = (given ?? []).map((one) => (typeof one === 'string' ? { id: one } : one))
  const tied = entries.flatMap(({ id, option }) => (option ? [[id.toLowerCase(), cleanNames(option)]] : []))
  return { media: entries.map(({ id }) => id), media_options: Object.fromEntries(tied) }
}

/** Faults of options that the group has not, by the place of their picture. */
export function mediaOptionFaults(
  media: readonly string[],
  tied: MediaOptions,
  variesBy: readonly string[],
): FieldFault[] {
  return media.flatMap((id, at) => {
    const [option, field] = [tied[id], `media[${at}].option`]
    if (option === undefined) return []
    const isOne = Object.keys(option).length === 1
    return isOne ? optionFaults(variesBy, option, field, true) : [{ field, message: oneOption }]
  })
}

/** Without those of options that the group has not. */
export function knownOptions(tied: MediaOptions, names: readonly string[]): MediaOptions {
  const byKey = new Map(names.map((name) => [spellingKey(name), name]))
  const known = Object.entries(tied).flatMap(([id, option]) => {
    const [[given, value] = ['', '']] = Object.entries(option)
    const name = byKey.get(spellingKey(given))
    return name === undefined ? [] : [[id, { [name]: value }] as const]
  })
  return Object.fromEntries(known)
}

/** With values as the variants spell them. A picture that is no longer the group's is tied to nothing. */
export function speltMediaOptions(
  tied: MediaOptions,
  media: readonly string[],
  variants: readonly { options: Options }[],
): MediaOptions {
  const own = media.filter((id) => Object.hasOwn(tied, id))
  if (own.length === 0) return {}
  const spell = speller(variants.map(({ options }) => options))
  return Object.fromEntries(own.map((id) => [id, speltBy(spell, tied[id] ?? {})]))
}

/**
 * Follows a change of names and values: an option's new name, and the new value of all variants that had the old one.
 * A picture whose option is removed is shown for all variants.
 */
export function followNames(
  tied: MediaOptions,
  { before }: VariesByChange,
  variants: readonly { was: Options; now: Options }[],
): MediaOptions {
  const newNames = new Map([...before].map(([name, old]) => [old, name]))
  const entries = Object.entries(tied).flatMap(([id, option]) => {
    const [[old, value] = ['', '']] = Object.entries(option)
    const name = newNames.get(old)
    return name === undefined ? [] : [[id, { [name]: newValue(old, name, value, variants) }]]
  })
  return Object.fromEntries(entries)
}

function newValue(
  old: string,
  name: string,
  value: string,
  variants: readonly { was: Options; now: Options }[],
): string {
  const values = new Set(
    variants.filter(({ was }) => optionValue(was, old) === value).map(({ now }) => optionValue(now, name)),
  )
  const [only] = values
  return values.size === 1 && only !== undefined ? only : value
}
