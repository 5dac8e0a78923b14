import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#src/config/config.ts'
import type { NamedSecret } from '#src/platform/lib/sealed.ts'

/** The first of each list makes new values; all of them are accepted. */
export interface Secrets {
  /** Sign access tokens and cursors. They can be replaced at once: clients sign in again. */
  jwt: readonly NamedSecret[]
  /** Encrypt stored values. */
  seal: readonly NamedSecret[]
}

/** The configured secrets. In development a missing one is generated and kept in the data folder. */
export async function loadSecrets({ JWT_SECRETS, SEAL_KEYS, DATA_DIR }: Config): Promise<Secrets> {
  return {
    jwt: JWT_SECRETS ?? [{ kid: 'local', secret: await readOrMakeSecret(DATA_DIR, 'jwt-secret') }],
    seal: SEAL_KEYS ?? [{ kid: 'local-seal', secret: await readOrMakeSecret(DATA_DIR, 'seal-key') }],
  }
}

async function readOrMakeSecret(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, name)
  const made = randomBytes(48).toString('base64url')
  try {
    // `wx` fails if the file exists: of two processes that start together, one writes and both read.
    await writeFile(file, made, { flag: 'wx', mode: 0o600 })
    return made
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return (await readFile(file, 'utf8')).trim()
  }
}
