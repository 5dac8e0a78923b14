import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#src/config.ts'
import type { JwtSecret } from '#src/platform/lib/sealed.ts'

/**
 * The configured secrets; in development without JWT_SECRETS, one generated at the first start and kept in the data
 * folder.
 */
export async function loadSecrets(config: Config): Promise<readonly JwtSecret[]> {
  if (config.JWT_SECRETS !== undefined) return config.JWT_SECRETS
  await mkdir(config.DATA_DIR, { recursive: true })
  const file = join(config.DATA_DIR, 'jwt-secret')
  const made = randomBytes(48).toString('base64url')
  try {
    // `wx` fails if the file exists: of two processes that start together, one writes and both read.
    await writeFile(file, made, { flag: 'wx', mode: 0o600 })
    return [{ kid: 'local', secret: made }]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return [{ kid: 'local', secret: (await readFile(file, 'utf8')).trim() }]
  }
}
