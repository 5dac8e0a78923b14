import type { PostalAddress } from '#src/modules/identity/index.ts'
import { addressLines } from '#src/platform/lib/address-lines.ts'
import { quoted } from '#src/platform/mail/templates/values.ts'

/** Mails are English, and so are their countries. */
const english = new Intl.DisplayNames(['en'], { type: 'region' })

/** The address as the shopper wrote it, each line a quotation. */
export function quotedAddress(address: PostalAddress): string[] {
  const lines = addressLines(address, english)
  return [...lines.slice(0, -1).map((line) => quoted(line)), ...lines.slice(-1)]
}
