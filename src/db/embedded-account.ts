import { constants, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The operating system's user a child process runs as. `undefined` wherever it is used: the same user as ours. */
export interface Account {
  uid: number
  gid: number
}

export const weAreRoot = process.getuid?.() === 0

/** PostgreSQL refuses to run as root. `postgres` is ours to use where a distribution made it, `nobody` is everywhere. */
export function unprivilegedAccount(): Account {
  const users = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name, , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  )
  const account = users.get('postgres') ?? users.get('nobody')
  if (!account?.uid) {
    throw new Error(
      'The embedded PostgreSQL cannot run as root, and /etc/passwd has neither "postgres" nor "nobody". ' +
        'Start the service as an ordinary user, or set DATABASE_URL.',
    )
  }
  return account
}

/** Whether `account` may walk into this directory: it and every directory above it grant search permission. */
export function canReach(directory: string, account: Account | undefined): boolean {
  if (account === undefined) return true
  for (let path = realpathSync(directory); ; path = dirname(path)) {
    const { uid, gid, mode } = statSync(path)
    const search = uid === account.uid ? constants.S_IXUSR : gid === account.gid ? constants.S_IXGRP : constants.S_IXOTH
    if ((mode & search) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** What `spawn` needs to run a child as this account, with nothing of our environment that could steer PostgreSQL. */
export function asAccount(account: Account | undefined): { env: NodeJS.ProcessEnv; uid?: number; gid?: number } {
  return { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...account }
}
