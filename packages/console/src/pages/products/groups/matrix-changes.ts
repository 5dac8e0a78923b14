import {
  allKeys,
  type Cells,
  type Column,
  columns,
  type Matrix,
  maxVariants,
  moreColumns,
  rowsOf,
  sameText,
} from './matrix.ts'

export function addOption(matrix: Matrix): Matrix {
  const option = { id: matrix.nextId, name: '', values: [] }
  return { ...matrix, options: [...matrix.options, option], nextId: matrix.nextId + 1 }
}

export function renameOption(matrix: Matrix, optionId: number, name: string): Matrix {
  const options = matrix.options.map((option) => (option.id === optionId ? { ...option, name } : option))
  return { ...matrix, options }
}

/** Adds values that the option does not have yet, also in another case. */
export function addValues(matrix: Matrix, optionId: number, texts: readonly string[]): Matrix {
  return texts.reduce((before, text) => addValue(before, optionId, text.trim()), matrix)
}

function addValue(matrix: Matrix, optionId: number, text: string): Matrix {
  const option = matrix.options.find(({ id }) => id === optionId)
  const isPresent = option === undefined || option.values.some((value) => sameText(value.text, text))
  if (isPresent || text === '') return matrix
  const value = { id: matrix.nextId, text: text.slice(0, 100) }
  const options = matrix.options.map((one) => (one === option ? { ...one, values: [...one.values, value] } : one))
  const after = { ...matrix, options, nextId: matrix.nextId + 1 }
  if (option.values.length === 0 && matrix.keys.length > 0) {
    // The variants that are there get the first value of an option that is added.
    const at = matrix.options.filter(({ id, values }) => values.length > 0 || id === optionId).indexOf(option)
    return withKeys(after, (ids) => ids.toSpliced(at, 0, String(value.id)))
  }
  const others = options.map((one) => (one.id === optionId ? { ...one, values: [value] } : one))
  const keys = [...matrix.keys, ...allKeys(others)]
  return keys.length > maxVariants ? matrix : { ...after, keys }
}

export function renameValue(matrix: Matrix, optionId: number, valueId: number, text: string): Matrix {
  const options = matrix.options.map((option) => {
    const isDuplicate = option.values.some((value) => value.id !== valueId && sameText(value.text, text))
    if (option.id !== optionId || isDuplicate || text.trim() === '') return option
    const values = option.values.map((value) => (value.id === valueId ? { ...value, text: text.trim() } : value))
    return { ...option, values }
  })
  return { ...matrix, options }
}

/** Without the variants that have it; of the last value of an option they stay, without this option. */
export function removeValue(matrix: Matrix, optionId: number, valueId: number): Matrix {
  const options = matrix.options.map((option) =>
    option.id === optionId ? { ...option, values: option.values.filter(({ id }) => id !== valueId) } : option,
  )
  const isEmpty = options.some(({ id, values }) => id === optionId && values.length === 0)
  const after = { ...matrix, options }
  const has = (key: string) => key.split(' ').includes(String(valueId))
  if (isEmpty) return withKeys(after, (ids) => ids.filter((id) => id !== String(valueId)))
  return { ...after, keys: matrix.keys.filter((key) => !has(key)) }
}

export function removeOption(matrix: Matrix, optionId: number): Matrix {
  const option = matrix.options.find(({ id }) => id === optionId)
  const [first, ...others] = option?.values ?? []
  const left = others.reduce((before, { id }) => removeValue(before, optionId, id), matrix)
  const after = first === undefined ? left : removeValue(left, optionId, first.id)
  return { ...after, options: after.options.filter(({ id }) => id !== optionId) }
}

function withKeys(matrix: Matrix, change: (ids: string[]) => string[]): Matrix {
  const moved = (key: string) => change(key.split(' ')).join(' ')
  const ofKeys = <Of>(record: Readonly<Record<string, Of>>) =>
    Object.fromEntries(Object.entries(record).map(([key, of]) => [moved(key), of]))
  const keys = matrix.keys.map(moved).filter((key) => key !== '')
  const [cells, products, pictures] = [ofKeys(matrix.cells), ofKeys(matrix.products), ofKeys(matrix.pictures)]
  return { ...matrix, cells, products, pictures, keys }
}

export function setCell(matrix: Matrix, key: string, column: Column, text: string): Matrix {
  return setCells(matrix, [{ key, cells: { [column]: text } }])
}

function setCells(matrix: Matrix, changes: readonly { key: string; cells: Partial<Cells> }[]): Matrix {
  const changed = changes.map(({ key, cells }) => [key, { ...matrix.cells[key], ...cells }])
  return { ...matrix, cells: { ...matrix.cells, ...Object.fromEntries(changed) } }
}

const all: readonly Column[] = [...columns, ...moreColumns]

/** Cells of a spreadsheet, with tabs and line breaks between them, from this one on. */
export function pasteCells(matrix: Matrix, key: string, column: Column, text: string): Matrix {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const rows = rowsOf(matrix)
  const from = rows.findIndex((row) => row.key === key)
  const changes = lines.flatMap((line, at) => {
    const row = rows[from + at]
    if (row === undefined) return []
    const texts = line.split('\t').map((cell) => cell.trim())
    const given = all.slice(all.indexOf(column)).flatMap((name, index) => {
      const cell = texts[index]
      return cell === undefined ? [] : [[name, cell]]
    })
    return [{ key: row.key, cells: Object.fromEntries(given) as Partial<Cells> }]
  })
  return setCells(matrix, changes)
}

/** What a cell holds, in all below it. */
export function fillDown(matrix: Matrix, key: string, column: Column, text: string): Matrix {
  const rows = rowsOf(matrix)
  const below = rows.slice(rows.findIndex((row) => row.key === key))
  return setCells(
    matrix,
    below.map((row) => ({ key: row.key, cells: { [column]: text } })),
  )
}

export function removeRow(matrix: Matrix, key: string): Matrix {
  return { ...matrix, keys: matrix.keys.filter((one) => one !== key) }
}

/** All combinations, also those that were taken out. */
export function includeAll(matrix: Matrix): Matrix {
  return { ...matrix, keys: allKeys(matrix.options) }
}
