import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#src/platform/lib/errors.ts'
import { SkuRegister } from '../sku-register.ts'

/** Rows of a file, grouped by product. They are kept on disk; memory holds some 50 bytes per row. */
export interface RowGatherer {
  /**
   * Adds the next row to the product with any of these keys.
   * @returns false if the product has too many rows; then it is not added
   */
  add(content: Buffer, keys: readonly string[]): Promise<boolean>
  /** The contents of the rows of each product, in the order of the products' first rows. */
  groups(): AsyncGenerator<Buffer[]>
  close(): Promise<void>
}

/** Maximum rows and bytes of a product, which are read into memory together. */
const maxRows = 5_000
const maxBytes = 8_388_608
const writeAt = 1_048_576
const firstRead = 4_096
const readAhead = 262_144
const maxWindows = 8

/** @throws AppError SERVICE_UNAVAILABLE if the disk is not writable */
export async function openGatherer(): Promise<RowGatherer> {
  const file = await openScratchFile()
  const rows = rowTable()
  const registers = new SkuRegister()
  let pending: Buffer[] = []
  let pendingSize = 0
  let size = 0

  const flush = async () => {
    if (pendingSize === 0) return
    await onDisk(file.appendFile(Buffer.concat(pending)))
    pending = []
    pendingSize = 0
  }
  return {
    async add(content, keys) {
      const number = rows.next()
      // A row may connect two keys to one product.
      const earlier = keys.flatMap((key) => registers.enter(key, number) ?? [])
      const accepted = rows.add(number, size, content.length, earlier)
      if (!accepted) return false
      pending.push(content)
      pendingSize += content.length
      size += content.length
      if (pendingSize >= writeAt) await flush()
      return true
    },
    async *groups() {
      await flush()
      const read = windowOf(file, size)
      for (const first of rows.firsts()) {
        const contents: Buffer[] = []
        for (const { offset, length } of rows.chain(first)) contents.push(await read(offset, length))
        yield contents
      }
    },
    close: () => file.close(),
  }
}

/** Unlinked at once, so that a crash of the process leaves no file. */
async function openScratchFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `import-${randomUUID()}`)
  const file = await onDisk(open(path, 'wx+', 0o600))
  await onDisk(unlink(path))
  return file
}

async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const message = `the file cannot be stored while it is read (${code}: ${tmpdir()}); try again later`
    throw new AppError('SERVICE_UNAVAILABLE', message, { retryAfter: 60 })
  }
}

/**
 * Reads parts of a file from windows, of which one that is read on grows: rows of a product may be far from each other,
 * and reading as much beside each of them as where rows follow took two minutes for 60 MB.
 */
function windowOf(file: FileHandle, size: number) {
  let windows: { start: number; content: Buffer }[] = []
  return async (offset: number, length: number): Promise<Buffer> => {
    const nearest = windows.find(({ start, content }) => offset >= start && offset <= start + content.length)
    if (nearest && offset + length <= nearest.start + nearest.content.length)
      return nearest.content.subarray(offset - nearest.start, offset - nearest.start + length)
    const ahead = nearest ? Math.min(nearest.content.length * 4, readAhead) : firstRead
    const bytes = Math.min(Math.max(length, ahead), size - offset)
    const { buffer, bytesRead } = await onDisk(file.read(Buffer.allocUnsafeSlow(bytes), 0, bytes, offset))
    const content = buffer.subarray(0, bytesRead)
    windows = [{ start: offset, content }, ...windows.filter((one) => one !== nearest)].slice(0, maxWindows)
    return content.subarray(0, length)
  }
}

/** Rows by number, from 1 on, as linked lists: each has the next of its product, and the first has the last. */
function rowTable() {
  let capacity = 1 << 12
  let count = 0
  let offsets = new Float64Array(capacity)
  let lengths = new Uint32Array(capacity)
  let nexts = new Uint32Array(capacity)
  /** For the first row of a product: its last row, the number of its rows, and their bytes. */
  let lasts = new Uint32Array(capacity)
  let counts = new Uint16Array(capacity)
  let sizes = new Uint32Array(capacity)
  /** For other rows: an earlier row. */
  let befores = new Uint32Array(capacity)

  const grow = () => {
    capacity *= 2
    const larger = <T extends Float64Array | Uint32Array | Uint16Array>(array: T, made: T): T => {
      made.set(array)
      return made
    }
    offsets = larger(offsets, new Float64Array(capacity))
    lengths = larger(lengths, new Uint32Array(capacity))
    nexts = larger(nexts, new Uint32Array(capacity))
    lasts = larger(lasts, new Uint32Array(capacity))
    counts = larger(counts, new Uint16Array(capacity))
    sizes = larger(sizes, new Uint32Array(capacity))
    befores = larger(befores, new Uint32Array(capacity))
  }
  const at = (array: Uint32Array | Uint16Array, row: number) => array[row] ?? 0
  const firstOf = (row: number) => {
    let first = row
    while (at(befores, first) !== 0) first = at(befores, first)
    // Path compression: shortens the next search.
    if (first !== row) befores[row] = first
    return first
  }
  const fits = (one: number, other: number) =>
    at(counts, one) + at(counts, other) <= maxRows && at(sizes, one) + at(sizes, other) <= maxBytes
  /** Merges two lists by the order of their rows. */
  const join = (one: number, other: number) => {
    const [first, second] = one < other ? [one, other] : [other, one]
    let [left, right, last] = [at(nexts, first), second, first]
    if (at(lasts, first) < second) {
      last = at(lasts, first)
      left = 0
    }
    while (right !== 0) {
      const takesLeft = left !== 0 && left < right
      const taken = takesLeft ? left : right
      if (takesLeft) left = at(nexts, left)
      else right = at(nexts, right)
      nexts[last] = taken
      last = taken
    }
    if (left !== 0) nexts[last] = left
    lasts[first] = Math.max(at(lasts, first), at(lasts, second))
    counts[first] = at(counts, first) + at(counts, second)
    sizes[first] = at(sizes, first) + at(sizes, second)
    befores[second] = first
  }
  return {
    next(): number {
      count++
      if (count >= capacity) grow()
      return count
    },
    /** False if the product is at its limit. */
    add(row: number, offset: number, length: number, earlier: readonly number[]): boolean {
      offsets[row] = offset
      lengths[row] = length
      lasts[row] = row
      counts[row] = 1
      sizes[row] = length
      for (const other of earlier) {
        const [one, first] = [firstOf(row), firstOf(other)]
        if (one === first) continue
        if (fits(one, first)) join(one, first)
        else if (one === row) {
          befores[row] = first
          counts[row] = 0
          return false
        }
      }
      return true
    },
    *firsts(): Generator<number> {
      for (let row = 1; row <= count; row++) if (at(befores, row) === 0 && at(counts, row) > 0) yield row
    },
    *chain(first: number): Generator<{ offset: number; length: number }> {
      for (let row = first; row !== 0; row = at(nexts, row))
        yield { offset: offsets[row] ?? 0, length: at(lengths, row) }
    },
  }
}
