import { randomBytes, randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BlobStore, ownerLength } from './store.ts'

const identityFile = 'store-id'

/**
 * A folder. Files lie in folders by the last digits of their owner, which are random: 256 folders, each of which holds
 * a manageable part of a million.
 */
export function createDiskStore(folder: string): BlobStore {
  const shelfOf = (owner: string) => join(folder, owner.slice(ownerLength - 2, ownerLength))
  const placeOf = (name: string) => join(shelfOf(name), name)
  return {
    async put(name, file) {
      const shelf = shelfOf(name)
      await mkdir(shelf, { recursive: true, mode: 0o700 })
      // Renamed once complete: nobody reads half of a file.
      const unfinished = join(shelf, `.${randomBytes(8).toString('hex')}`)
      try {
        await copyFile(file, unfinished)
        await flush(unfinished)
        await rename(unfinished, placeOf(name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      await flush(shelf)
    },
    async read(name, range) {
      const handle = await open(placeOf(name)).catch(absent)
      if (handle === undefined) return undefined
      if (range === undefined) return { size: (await handle.stat()).size, content: handle.createReadStream() }
      const { first, last } = range
      return { size: last - first + 1, content: handle.createReadStream({ start: first, end: last }) }
    },
    sizeOf: async (name) => (await stat(placeOf(name)).catch(absent))?.size,
    async removeOf(owner) {
      const names = (await readdir(shelfOf(owner)).catch(absent)) ?? []
      for (const name of names.filter((each) => each.startsWith(`${owner}-`))) await rm(placeOf(name), { force: true })
    },
    async *names() {
      for (const shelf of (await readdir(folder).catch(absent)) ?? []) {
        if (!/^[0-9a-f]{2}$/.test(shelf)) continue
        for (const name of await readdir(join(folder, shelf))) {
          const found = await stat(join(folder, shelf, name)).catch(absent)
          if (found === undefined) continue
          // What a process left that was killed while it copied.
          if (name.startsWith('.')) await removeOld(join(folder, shelf, name), found.mtime)
          else yield { name, changedAt: found.mtime }
        }
      }
    },
    async identity() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, identityFile)
      // `wx` fails if the file exists: of two processes that start together, one writes and both read.
      await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 }).catch((error) => {
        if (error.code !== 'EEXIST') throw error
      })
      return (await readFile(file, 'utf8')).trim()
    },
    close() {},
  }
}

const dayMs = 86_400_000

async function removeOld(path: string, changedAt: Date): Promise<void> {
  if (Date.now() - changedAt.getTime() > dayMs) await rm(path, { force: true })
}

/** A file, or the entries of a folder. */
async function flush(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
