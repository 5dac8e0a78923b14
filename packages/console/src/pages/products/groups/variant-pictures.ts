import type { PictureChoice } from '#console/ui/pictures/choice.ts'
import { type Matrix, type Option, usedOptions } from './matrix.ts'

/** Several variants that one picture shows: those with a value of an option. */
interface Part {
  /** `3`, the id of the value. */
  value: string
  text: string
  keys: readonly string[]
}

function partsOf(matrix: Matrix): Part[] {
  return usedOptions(matrix).flatMap(({ name, values }: Option) =>
    values.map(({ id, text }) => ({
      value: String(id),
      text: `${name.trim()}: ${text}`,
      keys: matrix.keys.filter((key) => key.split(' ').includes(String(id))),
    })),
  )
}

const shownIn = ({ keys, pictures }: Matrix, id: string) => keys.filter((key) => pictures[key]?.includes(id))

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((key) => other.includes(key))

/** Makes a picture the first of these variants, and takes it from the others. */
export function showIn(matrix: Matrix, id: string, keys: readonly string[]): Matrix {
  const changed = [...new Set([...Object.keys(matrix.pictures), ...keys])].map((key) => {
    const others = (matrix.pictures[key] ?? []).filter((one) => one !== id)
    return [key, keys.includes(key) ? [id, ...others] : others]
  })
  return { ...matrix, pictures: Object.fromEntries(changed) }
}

/** The variants whose value the name of a file has: `linen-shirt-navy.jpg`. Sizes such as S are in too many names. */
export function keysOfFile(matrix: Matrix, fileName: string): readonly string[] {
  const words = ` ${plain(fileName.replace(/\.\w+$/, ''))} `
  const values = usedOptions(matrix).flatMap((option) => option.values)
  const [found, ...others] = values.filter(({ text }) => text.length > 2 && words.includes(` ${plain(text)} `))
  if (found === undefined || others.length > 0) return []
  return partsOf(matrix).find(({ value }) => value === String(found.id))?.keys ?? []
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const some = 'some'

/** What a picture of a group shows: all variants, or those with one value of an option. */
export function choiceOf(matrix: Matrix, onChange: (change: (matrix: Matrix) => Matrix) => void): PictureChoice {
  const parts = partsOf(matrix)
  const partOf = (id: string) => {
    const keys = shownIn(matrix, id)
    return keys.length === 0 ? undefined : parts.find((part) => isSameSet(part.keys, keys))
  }
  const countOf = (id: string) => shownIn(matrix, id).length
  const textOf = (id: string) => {
    const count = countOf(id)
    if (count === 0) return undefined
    return partOf(id)?.text.replace(/^.*?: /, '') ?? (count === 1 ? '1 variant' : `${count} variants`)
  }
  return {
    textOf,
    label: 'Variants it shows',
    hint: 'It is the first picture of these variants.',
    options: (id) => [
      { value: '', text: 'All of them' },
      ...parts.map(({ value, text }) => ({ value, text })),
      ...(countOf(id) > 0 && partOf(id) === undefined ? [{ value: some, text: textOf(id) ?? '' }] : []),
    ],
    valueOf: (id) => partOf(id)?.value ?? (countOf(id) > 0 ? some : ''),
    onChoose: (id, value) => {
      if (value === some) return
      const keys = parts.find((part) => part.value === value)?.keys ?? []
      onChange((before) => showIn(before, id, keys))
    },
  }
}
