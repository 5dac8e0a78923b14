import { type FileHandle, open } from 'node:fs/promises'

/** What a page must know of a video before it is there. */
export interface VideoFacts {
  width: number
  height: number
  /** Null of one that is made while it is sent, whose boxes have no length. */
  seconds: number | null
}

/** Its index, which is read as a whole: of 100 MB it has a few hundred kB. */
const maxIndexBytes = 16 * 1_048_576
const maxBoxes = 20_000
/** Formats that all browsers of today play. */
const played = ['avc1', 'avc3', 'av01', 'vp09']

/** The file is no video that can be shown; the message says why, after `the video`. */
class UnreadableVideo extends Error {}

/** Size and length of an MP4, by its boxes (ISO/IEC 14496-12), or why it is not taken. */
export async function readMp4(path: string): Promise<VideoFacts | { refusal: string }> {
  const file = await open(path)
  try {
    return factsOf(await readIndex(file))
  } catch (error) {
    if (error instanceof UnreadableVideo) return { refusal: error.message }
    throw error
  } finally {
    await file.close()
  }
}

const broken = () => new UnreadableVideo('is broken or incomplete; export it again as an MP4')

/** The content of `moov`. Every box must end within the file. */
async function readIndex(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat()
  let index: Buffer | undefined
  let hasContent = false
  let boxes = 0
  for (let at = 0; at < size; ) {
    if (++boxes > maxBoxes) throw broken()
    const head = Buffer.alloc(16)
    const { bytesRead } = await file.read(head, 0, 16, at)
    if (bytesRead < 8) throw broken()
    const name = head.toString('latin1', 4, 8)
    const isLong = head.readUInt32BE(0) === 1
    const headLength = isLong ? 16 : 8
    const length = isLong ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0) || size - at
    if (length < headLength || at + length > size) throw broken()
    if (name === 'mdat') hasContent = true
    if (name === 'moov') {
      if (length > maxIndexBytes) throw broken()
      index = Buffer.alloc(length - headLength)
      await file.read(index, 0, index.length, at + headLength)
    }
    at += length
  }
  if (index === undefined || !hasContent) throw broken()
  return index
}

/** The boxes in one, by their names. */
function* boxesIn(content: Buffer): Generator<[name: string, content: Buffer]> {
  for (let at = 0; at + 8 <= content.length; ) {
    const length = content.readUInt32BE(at)
    if (length < 8 || at + length > content.length) throw broken()
    yield [content.toString('latin1', at + 4, at + 8), content.subarray(at + 8, at + length)]
    at += length
  }
}

function boxAt(content: Buffer, path: readonly string[]): Buffer | undefined {
  let found: Buffer | undefined = content
  for (const name of path) {
    if (found === undefined) return undefined
    found = [...boxesIn(found)].find(([one]) => one === name)?.[1]
  }
  return found
}

function factsOf(index: Buffer): VideoFacts {
  const tracks = [...boxesIn(index)].flatMap(([name, content]) => (name === 'trak' ? [content] : []))
  const video = tracks.find((track) => boxAt(track, ['mdia', 'hdlr'])?.toString('latin1', 8, 12) === 'vide')
  if (video === undefined) throw new UnreadableVideo('has no pictures, only sound; send an MP4 with a video track')
  const codec = boxAt(video, ['mdia', 'minf', 'stbl', 'stsd'])?.toString('latin1', 12, 16) ?? ''
  if (!played.includes(codec))
    throw new UnreadableVideo('is in a format that not every browser plays; export it as an MP4 in H.264')
  return { ...sizeOf(boxAt(video, ['tkhd'])), seconds: secondsOf(boxAt(index, ['mvhd'])) }
}

/** In fixed point. A phone held upright writes a sideways picture and turns it by the matrix. */
function sizeOf(header: Buffer | undefined): { width: number; height: number } {
  const isLong = header?.[0] === 1
  const matrixAt = isLong ? 52 : 40
  if (header === undefined || header.length < matrixAt + 44) throw broken()
  const [width, height] = [header.readUInt32BE(matrixAt + 36), header.readUInt32BE(matrixAt + 40)].map((fixed) =>
    Math.round(fixed / 65_536),
  )
  if (!width || !height || width > 8_192 || height > 8_192) throw broken()
  const isTurned = header.readInt32BE(matrixAt) === 0 && header.readInt32BE(matrixAt + 4) !== 0
  return isTurned ? { width: height, height: width } : { width, height }
}

function secondsOf(header: Buffer | undefined): number | null {
  const isLong = header?.[0] === 1
  if (header === undefined || header.length < (isLong ? 32 : 20)) throw broken()
  const scale = header.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  const seconds = scale === 0 ? 0 : Math.round(duration / scale)
  return duration === 0 || seconds > 86_400 ? null : Math.max(1, seconds)
}
