import { createHash } from 'node:crypto'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A file of a backup. */
export interface FileRecord {
  size: number
  sha256: string
}

/** What a backup holds: files by their path, and folders, of which some are empty. */
interface Content {
  folders: string[]
  files: Record<string, FileRecord>
}

export interface Recorder {
  content: Content
  folder(path: string): Promise<void>
  /** Copies a file; a file that has vanished is left out. */
  file(path: string, from: string): Promise<void>
  text(path: string, content: Buffer | string): Promise<void>
  /** Records a file that another program wrote. */
  note(path: string): Promise<void>
}

/** Writes files below a folder, and records what they should hold. */
export function createRecorder(root: string): Recorder {
  const content: Content = { folders: [], files: {} }
  return {
    content,
    async folder(path) {
      await mkdir(join(root, path), { recursive: true, mode: 0o700 })
      content.folders.push(path)
    },
    async file(path, from) {
      const record = await copyWithDigest(from, join(root, path))
      if (record !== undefined) content.files[path] = record
    },
    async text(path, text) {
      await writeFile(join(root, path), text, { mode: 0o600, flush: true })
      await this.note(path)
    },
    async note(path) {
      content.files[path] = await digestOf(join(root, path))
    },
  }
}

const chunkBytes = 1_048_576

/** Undefined if there is no file to copy. Once it resolves, the copy outlasts a power failure. */
export async function copyWithDigest(from: string, to: string): Promise<FileRecord | undefined> {
  const source = await open(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (source === undefined) return undefined
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const target = await open(to, 'wx', 0o600)
    try {
      const hash = createHash('sha256')
      const chunk = Buffer.allocUnsafe(chunkBytes)
      let size = 0
      for (;;) {
        const { bytesRead } = await source.read(chunk, 0, chunkBytes, size)
        if (bytesRead === 0) break
        const part = chunk.subarray(0, bytesRead)
        hash.update(part)
        await target.writeFile(part)
        size += bytesRead
      }
      await target.sync()
      return { size, sha256: hash.digest('hex') }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

export async function digestOf(path: string): Promise<FileRecord> {
  const file = await open(path)
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const part of file.createReadStream({ autoClose: false, highWaterMark: chunkBytes })) {
      hash.update(part)
      size += part.length
    }
    return { size, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

/** The entries of a folder outlast a power failure. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
