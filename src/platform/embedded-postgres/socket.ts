import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { lstat, readlink, symlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { refusal } from './refusal.ts'

/** What fits into `sun_path` with its final zero: 108 on Linux, 104 elsewhere. */
const MAX_SOCKET_PATH_BYTES = 103
const SOCKET = '.s.PGSQL.5432'

/** The folder clients find the server's socket in: the cluster, or, if its path is too long, a short link to it. */
export async function makeSocketFolder(cluster: string): Promise<string> {
  if (Buffer.byteLength(join(cluster, SOCKET)) <= MAX_SOCKET_PATH_BYTES) return cluster
  const path = `/tmp/commerce-postgres-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`
  await symlink(cluster, path).catch(() => {}) // it may be there
  // Everybody may write in /tmp: somebody else could change a link that is not ours.
  const isOurs = (await lstat(path)).uid === process.getuid?.() && (await readlink(path)) === cluster
  if (!isOurs)
    throw refusal(`${path} must be a link to ${cluster} of ours. Delete it, or set DATA_DIR to a shorter path.`)
  return path
}

/** Whether a server listens, in whatever container of this machine. */
export async function isListening(socketFolder: string): Promise<boolean> {
  const socket = connect(join(socketFolder, SOCKET))
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    return !['ENOENT', 'ECONNREFUSED'].includes(String((error as NodeJS.ErrnoException).code))
  } finally {
    socket.destroy()
  }
}
