import { createHash } from 'node:crypto'
import { lstat, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What fits into `sun_path` with its final zero: 108 on Linux, 104 elsewhere. */
const MAX_SOCKET_PATH_BYTES = 103
const SOCKET = '.s.PGSQL.5432'

/**
 * The folder in which clients find the socket, which lies in the cluster. A path too long for a socket's address is
 * reached by a link in a short one.
 */
export async function makeSocketFolder(cluster: string): Promise<string> {
  if (fits(cluster)) return cluster
  const path = linkPath(cluster)
  await symlink(cluster, path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    // In a folder where everybody may write, a link of somebody else's may be changed under us.
    const mine = (await lstat(path)).uid === process.getuid?.()
    if (!mine || (await readlink(path)) !== cluster)
      throw new Error(`${path} is in the way: it must link to ${cluster}`)
  })
  return path
}

export async function removeSocketFolder(cluster: string): Promise<void> {
  if (!fits(cluster)) await rm(linkPath(cluster), { force: true })
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET)) <= MAX_SOCKET_PATH_BYTES
}

function linkPath(cluster: string): string {
  const name = `commerce-pg-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`
  const path = join(tmpdir(), name)
  return fits(path) ? path : join('/tmp', name)
}
