import { readFile } from 'node:fs/promises'

/** The operating system's user a child process runs as; `undefined` stands for our own. */
export interface Account {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root. Some distributions have a user `postgres`, all have `nobody`. */
export async function unprivilegedAccount(): Promise<Account> {
  const users = await readFile('/etc/passwd', 'utf8')
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+)/m.exec(users) ?? /^nobody:[^:]*:(\d+):(\d+)/m.exec(users) ?? []
  if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  throw refusal(
    'The embedded PostgreSQL cannot run as root. Start the service as an ordinary user, or set DATABASE_URL.',
  )
}

/**
 * Options of `spawn` that run a child as this account, without any variable of ours that could configure PostgreSQL.
 */
export function asAccount(account: Account | undefined): { env: NodeJS.ProcessEnv; uid?: number; gid?: number } {
  return { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...account }
}

/**
 * An error for the operator: its message says what is wrong with the folder and what to do. Its `code` distinguishes it
 * from a fault in the code.
 */
export function refusal(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: 'EMBEDDED_POSTGRES' })
}
