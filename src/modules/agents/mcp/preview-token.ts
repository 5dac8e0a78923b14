import { createHash } from 'node:crypto'
import type { Seal } from '#src/platform/lib/sealed.ts'

const context = 'agents.preview'

/** What somebody was shown: the tool with its arguments, for one key, of a thing in one version. */
export interface Previewed {
  keyId: string
  tool: string
  args: Readonly<Record<string, unknown>>
  version: unknown
}

/** Nothing is stored: the token says what it stands for, sealed. It ends with the version of the thing. */
export function previewToken(seal: Seal, previewed: Previewed): string {
  return seal.seal(digest(previewed), context).toString('base64url')
}

export function isOfPreview(seal: Seal, token: string, previewed: Previewed): boolean {
  try {
    return seal.open(Buffer.from(token, 'base64url'), context) === digest(previewed)
  } catch {
    return false
  }
}

function digest({ keyId, tool, args, version }: Previewed): string {
  return createHash('sha256')
    .update(JSON.stringify([keyId, tool, sorted(args), version ?? null]))
    .digest('base64url')
}

/** The same arguments in another order are the same. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}
