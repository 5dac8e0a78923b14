import { chmodSync, chownSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Config, ConfigError } from '#src/config/config.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

type Settings = Pick<Config, 'DATA_DIR' | 'RUN_AS_USER'>

interface Account {
  uid: number
  gid: number
}

/** System folders (Filesystem Hierarchy Standard 3.0), which a mistaken DATA_DIR would close to everybody. */
const systemFolders = new Set(
  '/ /bin /boot /dev /etc /home /lib /lib64 /media /mnt /opt /proc /root /run /sbin /srv /sys /usr /var'.split(' '),
)

const othersMask = 0o077
const stickyBit = 0o1000

/**
 * Runs first: a process of root becomes the user RUN_AS_USER for good, and the data folder is closed to other users.
 * Failures to do so are logged.
 * @throws ConfigError if DATA_DIR is a file or a folder of the system, if there is no such user, or it is not this
 * process's and only root could change that
 */
export function limitPrivileges(settings: Settings, logger: Logger): void {
  if (systemFolders.has(resolve(settings.DATA_DIR)))
    throw new ConfigError(['DATA_DIR is a folder of the system; expected one for this service alone'])
  const account = findAccount(settings)
  if (account !== undefined && account.uid !== process.getuid?.()) {
    if (process.getuid?.() !== 0) throw new ConfigError(['RUN_AS_USER is another user; expected a start by root'])
    makeDataDir(settings, account)
    process.setgroups?.([account.gid])
    process.setgid?.(account.gid)
    process.setuid?.(account.uid)
  }
  closeDataDir(settings, logger)
}

/** Logged after the start, so that a failed start logs only its reason. */
export function warnOfRoot(logger: Logger): void {
  if (process.getuid?.() === 0) logger.warn('the service runs as root, since RUN_AS_USER names no user to run as')
}

function findAccount({ RUN_AS_USER: name }: Settings): Account | undefined {
  if (name === undefined) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const [, , uid, gid] = users.map((line) => line.split(':')).find(([user]) => user === name) ?? []
  if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  throw new ConfigError(['RUN_AS_USER is not valid; expected a user of /etc/passwd other than root'])
}

/** The user may lack the right to make it. An existing folder keeps its owner, who may differ on purpose. */
function makeDataDir({ DATA_DIR }: Settings, { uid, gid }: Account): void {
  if (mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 }) !== undefined) chownSync(DATA_DIR, uid, gid)
}

/** It holds keys, mails with links that set passwords, and the database. */
function closeDataDir({ DATA_DIR }: Settings, logger: Logger): void {
  const stats = statSync(DATA_DIR, { throwIfNoEntry: false })
  if (stats === undefined) return
  if (!stats.isDirectory()) throw new ConfigError(['DATA_DIR is a file; expected a folder'])
  if ((stats.mode & othersMask) === 0) return
  try {
    // A folder that everybody may write in, such as /tmp, is not ours alone.
    if ((stats.mode & stickyBit) !== 0) throw new Error('it is shared with other users')
    chmodSync(DATA_DIR, 0o700)
  } catch (error) {
    logger.warn({ folder: DATA_DIR, fault: (error as Error).message }, 'DATA_DIR stays open to other users')
  }
}
