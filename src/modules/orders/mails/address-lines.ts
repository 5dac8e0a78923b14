import type { PostalAddress } from '#src/modules/identity/index.ts'
import { addressLines, countryNames } from '#src/platform/lib/address-lines.ts'
import type { Language } from '#src/platform/lib/languages.ts'
import { quoted } from '#src/platform/mail/templates/values.ts'

/** The address as the shopper wrote it, each line a quotation. */
export function quotedAddress(address: PostalAddress, language: Language): string[] {
  const lines = addressLines(address, countryNames[language])
  return [...lines.slice(0, -1).map((line) => quoted(line, language)), ...lines.slice(-1)]
}
