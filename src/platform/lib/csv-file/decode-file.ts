import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { type ExpectedKind, refuseOtherKind } from './file-kinds.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Converts the bytes of a file, in pieces of any size, to UTF-8 with line feeds. */
export interface FileDecoder {
  /** @throws AppError VALIDATION_ERROR if the file is not text */
  push(bytes: Buffer): Buffer
  end(): Buffer
  /** The encoding found so far: ASCII counts as UTF-8. */
  encoding(): Encoding
}

/** Bytes that show a byte order mark, and the signatures of other kinds of files. */
const headLength = 8
const carriageReturn = 0x0d
const lineFeed = 0x0a

/**
 * A byte order mark identifies UTF-16 and UTF-8. Without one the first characters beyond ASCII decide: bytes that are
 * not UTF-8 are Windows-1252, which spreadsheets write. So the result does not depend on how the file is cut, and no
 * bytes are buffered.
 */
export function fileDecoder(expected: ExpectedKind): FileDecoder {
  let rest: Buffer = Buffer.alloc(0)
  let encoding: Encoding | undefined
  let decoder: TextDecoder | undefined
  let begun = false
  const endings = lineEndings()

  const choose = (chosen: Encoding) => {
    encoding = chosen
    if (chosen !== 'utf-8') decoder = new TextDecoder(chosen)
  }
  const read = (bytes: Buffer, final: boolean): Buffer => {
    const block = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    rest = Buffer.alloc(0)
    if (!begun) {
      if (block.length < headLength && !final) {
        rest = block
        return rest.subarray(0, 0)
      }
      begun = true
      const marked = markOf(block)
      if (marked) choose(marked)
      refuseOtherKind(block, expected)
    }
    return endings.read(decode(block, final), final)
  }
  const decode = (block: Buffer, final: boolean): Buffer => {
    if (decoder) return Buffer.from(decoder.decode(block, { stream: !final }))
    if (encoding !== undefined) return block
    const at = block.findIndex((byte) => byte >= 0x80)
    if (at === -1) return block
    const sequence = block.subarray(at, at + sequenceLength(block[at] ?? 0))
    if (sequence.length < sequenceLength(block[at] ?? 0) && !final) {
      rest = block.subarray(at)
      return block.subarray(0, at)
    }
    choose(isUtf8(sequence) ? 'utf-8' : 'windows-1252')
    return decode(block, final)
  }
  return {
    push: (bytes) => read(bytes, false),
    end: () => read(Buffer.alloc(0), true),
    encoding: () => encoding ?? 'utf-8',
  }
}

/** By the byte order mark; UTF-16 without one by the zero in every second byte of ASCII. */
function markOf(bytes: Buffer): Encoding | undefined {
  const [first = 1, second = 1, third = 1, fourth = 1] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (second === 0 && fourth === 0 && first !== 0 && third !== 0) return 'utf-16le'
  return first === 0 && third === 0 && second !== 0 && fourth !== 0 ? 'utf-16be' : undefined
}

/** Length of the UTF-8 character with this first byte. */
function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4
  return lead >= 0xe0 ? 3 : 2
}

/** If the first line ends with a bare carriage return, every line does, as old spreadsheets write. */
function lineEndings() {
  let waiting = false
  let only: boolean | undefined
  return {
    read(bytes: Buffer, final: boolean): Buffer {
      const block = waiting ? Buffer.concat([Buffer.of(carriageReturn), bytes]) : bytes
      waiting = false
      if (only === undefined) {
        const at = block.findIndex((byte) => byte === carriageReturn || byte === lineFeed)
        if (at === -1) return block
        if (block[at] === carriageReturn && at === block.length - 1 && !final) {
          waiting = true
          return block.subarray(0, at)
        }
        only = block[at] === carriageReturn && block[at + 1] !== lineFeed
      }
      return only ? Buffer.from(block.map((byte) => (byte === carriageReturn ? lineFeed : byte))) : block
    },
  }
}
