import { type Algorithm, hash, verify } from '@node-rs/argon2'

/** Argon2id as OWASP's Password Storage Cheat Sheet asks: 19 MiB, 2 passes, 1 lane. Runs on libuv's threads. */
const options = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

// Made once, of a password nobody has: verifying against it takes as long as against a real one.
let decoy: Promise<string> | undefined

/** Compares with a stored hash, or with a decoy where there is none, so that the time does not tell them apart. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID())
  const fallback = await decoy
  const matches = await verify(stored ?? fallback, password)
  return matches && stored != null
}
