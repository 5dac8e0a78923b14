import { t } from '#console/lib/text.ts'
import type { PictureChoice } from '#console/ui/pictures/choice.ts'
import { type Matrix, type Option, usedOptions } from './matrix.ts'

/** Several variants that one picture shows: those with a value of an option. */
interface Part {
  /** `3`, the id of the value. */
  value: string
  name: string
  text: string
  keys: readonly string[]
}

function partsOf(matrix: Matrix): Part[] {
  return usedOptions(matrix).flatMap(({ name, values }: Option) =>
    values.map(({ id, text }) => ({
      value: String(id),
      name: name.trim(),
      text,
      keys: matrix.keys.filter((key) => key.split(' ').includes(String(id))),
    })),
  )
}

const shownIn = ({ keys, pictures }: Matrix, id: string) => keys.filter((key) => pictures[key]?.includes(id))

/** Ties a picture to a value, or to none (''), and takes it from the variants that have it of their own. */
export function tie(matrix: Matrix, id: string, value: string): Matrix {
  const own = Object.entries(matrix.pictures).map(([key, ids]) => [key, ids.filter((one) => one !== id)])
  const { [id]: _, ...others } = matrix.tied
  return { ...matrix, pictures: Object.fromEntries(own), tied: value === '' ? others : { ...others, [id]: value } }
}

/** The pictures of a group as they are sent: with the value that each is tied to. */
export function sentPictures(matrix: Matrix, ids: readonly string[]) {
  const parts = partsOf(matrix)
  return ids.map((id) => {
    const part = parts.find(({ value }) => value === matrix.tied[id])
    return part === undefined ? id : { id, option: { [part.name]: part.text } }
  })
}

/** The first picture that a row shows: its own, that of one of its values, or the group's. */
export function firstPictureOf({ pictures, tied }: Matrix, key: string, ofGroup: readonly string[]) {
  const values = key.split(' ')
  return (
    pictures[key]?.[0] ??
    ofGroup.find((id) => values.includes(tied[id] ?? '')) ??
    ofGroup.find((id) => tied[id] === undefined)
  )
}

/** The value that the name of a file has: `linen-shirt-navy.jpg`. Sizes such as S are in too many names. */
export function valueOfFile(matrix: Matrix, fileName: string): string | undefined {
  const words = ` ${plain(fileName.replace(/\.\w+$/, ''))} `
  const values = usedOptions(matrix).flatMap((option) => option.values)
  const [found, ...others] = values.filter(({ text }) => text.length > 2 && words.includes(` ${plain(text)} `))
  return found === undefined || others.length > 0 ? undefined : String(found.id)
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
  const partOf = (id: string) => parts.find(({ value }) => value === matrix.tied[id])
  /** Single variants that have it of their own. */
  const countOf = (id: string) => shownIn(matrix, id).length
  const countText = (count: number) => t('{count, plural, one {# variant} other {# variants}}', { count })
  return {
    textOf: (id) => partOf(id)?.text ?? (countOf(id) > 0 ? countText(countOf(id)) : undefined),
    label: t('Variants it shows'),
    hint: t('Only these variants show it, before the pictures of all.'),
    options: (id) => [
      { value: '', text: t('All of them') },
      ...parts.map(({ value, name, text }) => ({ value, text: `${name}: ${text}` })),
      ...(countOf(id) > 0 ? [{ value: some, text: countText(countOf(id)) }] : []),
    ],
    valueOf: (id) => partOf(id)?.value ?? (countOf(id) > 0 ? some : ''),
    onChoose: (id, value) => {
      if (value !== some) onChange((before) => tie(before, id, value))
    },
  }
}
