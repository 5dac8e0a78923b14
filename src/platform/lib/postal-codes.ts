import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'

/** Countries whose codes the package has in a form that was replaced since: five digits, and four. */
const outdated = new Set(['NI', 'SV'])

/**
 * A postal code as its country writes it, in capitals; undefined if it is none. A country's own letters may stand
 * before it (`MD-2001`), and spaces and hyphens may be left out. Where the package knows no form it may be anything
 * that looks like a code.
 */
export function readPostalCode(text: string, country: string): string | undefined {
  const code = text.trim().replace(/\s+/g, ' ').toUpperCase()
  // Letters and digits, with single spaces or hyphens between them.
  if (code === '' || !postcodeValidator(code, 'INTL')) return undefined
  if (outdated.has(country) || !postcodeValidatorExistsForCountry(country)) return code
  const bare = code.startsWith(country) ? code.slice(country.length).replace(/^[- ]/, '') : code
  const written = [code, bare, code.replace(/[ -]/g, '')]
  return written.some((form) => form !== '' && postcodeValidator(form, country)) ? code : undefined
}
