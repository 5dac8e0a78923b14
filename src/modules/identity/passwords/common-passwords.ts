import { readFile } from 'node:fs/promises'

/** Number of refused passwords from the list, which is ordered by frequency in leaks. */
const refused = 10_000

let common: Promise<ReadonlySet<string>> | undefined

/** Whether a password is among the 10,000 most common ones, in upper or lower case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= loadCommonPasswords()
  return (await common).has(password.toLowerCase())
}

/**
 * Read with the first new password (10 ms of CPU time), and as a file: a module would stay in memory, with five times
 * as many entries as are used.
 */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const file = new URL(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'))
  const ordered = JSON.parse(await readFile(file, 'utf8')) as string[]
  return new Set(ordered.slice(0, refused))
}
