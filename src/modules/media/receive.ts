import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { drawPoster } from './draw-poster.ts'
import { largestPicture, largestVideo } from './limits.ts'
import { headLength, kindOf, type PictureKind } from './picture-kinds.ts'
import { readMp4, type VideoFacts } from './read-mp4.ts'

/** A file that was sent or fetched, in a folder of its own. */
export interface ReceivedFile {
  file: string
  folder: string
  kind: PictureKind
  /** SHA-256 of what was sent. */
  hash: Buffer
  /** Of a video its file; `file` is then the picture that stands for it. */
  video?: VideoFacts & { file: string }
}

/** Files of pictures that are being made: `<DATA_DIR>/media-incoming/<one for each picture>`. */
export const incomingFolder = (dataDir: string): string => resolve(dataDir, 'media-incoming')

const name = 'source'
const staleMs = 3_600_000

/**
 * Hands the file of a picture to `work`, and deletes it afterwards. It is written to disk as it arrives: many uploads
 * at once take no memory.
 * @throws AppError PAYLOAD_TOO_LARGE, VALIDATION_ERROR if it is none of the kinds that are taken, or a broken video
 */
export async function withReceived<T>(
  incoming: string,
  source: AsyncIterable<Buffer>,
  work: (received: ReceivedFile) => Promise<T>,
): Promise<T> {
  const folder = join(incoming, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work(await receive(source, folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function receive(source: AsyncIterable<Buffer>, folder: string): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  const file = join(folder, name)
  let size = 0
  let head = Buffer.alloc(0)
  await pipeline(
    async function* measured() {
      for await (const bytes of source) {
        size += bytes.length
        hash.update(bytes)
        if (head.length < headLength) head = Buffer.concat([head, bytes]).subarray(0, headLength)
        const found = kindOf(head)
        const isVideo = 'kind' in found && found.kind === 'mp4'
        if (size > (isVideo ? largestVideo : largestPicture)) throw tooLarge(isVideo)
        yield bytes
      }
    },
    createWriteStream(file, { mode: 0o600 }),
  )
  if (size === 0) throw invalid({ field: 'body', message: 'is empty' })
  const found = kindOf(head)
  if ('refusal' in found) throw invalid({ field: 'body', message: found.refusal })
  const digest = hash.digest()
  if (found.kind !== 'mp4') return { file, folder, kind: found.kind, hash: digest }
  const facts = await readMp4(file)
  if ('refusal' in facts) throw invalid({ field: 'body', message: facts.refusal })
  const poster = join(folder, 'poster.png')
  await writeFile(poster, drawPoster())
  return { file: poster, folder, kind: 'png', hash: digest, video: { ...facts, file } }
}

export function tooLarge(isVideo = false): AppError {
  const text = isVideo ? 'the video is larger than 100 MiB' : 'the picture is larger than 20 MiB'
  return new AppError('PAYLOAD_TOO_LARGE', text)
}

/** Deletes what processes left that were killed meanwhile. */
export async function removeStale(incoming: string): Promise<void> {
  const folders = await readdir(incoming).catch(() => [])
  for (const folder of folders.map((each) => join(incoming, each))) {
    const found = await stat(folder).catch(() => undefined)
    if (found !== undefined && Date.now() - found.mtimeMs > staleMs) await rm(folder, { recursive: true, force: true })
  }
}
