import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StorageSettings } from '#src/config/config.ts'
import { deriveKey } from '#src/platform/lib/sealed.ts'

/** Tells two keys apart, and tells nothing about them. */
export interface KeyMark {
  kid: string
  fingerprint: string
}

/** The keys that open sealed values: those of SEAL_KEYS, or the one that development keeps in the data folder. */
export async function sealKeysHere({ SEAL_KEYS, DATA_DIR }: StorageSettings): Promise<KeyMark[]> {
  const saved = await readFile(join(DATA_DIR, 'seal-key'), 'utf8').catch(() => undefined)
  const keys = SEAL_KEYS ?? (saved === undefined ? [] : [{ kid: 'local-seal', secret: saved.trim() }])
  return keys.map(({ kid, secret }) => ({
    kid,
    fingerprint: deriveKey(secret, 'fingerprint').toString('hex').slice(0, 16),
  }))
}

/** The ids of keys that a backup needs and that are not here. */
export function missingKeys(needed: readonly KeyMark[], here: readonly KeyMark[]): string[] {
  const isHere = ({ kid, fingerprint }: KeyMark) =>
    here.some((key) => key.kid === kid && key.fingerprint === fingerprint)
  return needed.filter((key) => !isHere(key)).map(({ kid }) => kid)
}
