/** A transfer in euro, as the app of a bank reads it from a picture. */
export interface EpcTransfer {
  bank: { holder: string; iban: string; bic: string | null }
  amountMinor: number
  /** A creditor reference (ISO 11649) or any other text. */
  reference: string | null
}

/** The most that the standard allows: 999,999,999.99. */
const maxMinor = 99_999_999_999
const maxHolder = 70
const maxText = 140
const maxBytes = 331

/**
 * EPC069-12, version 002 in UTF-8: a line for each field, of which the last ones may be left out. Undefined for an
 * amount that the standard does not allow.
 */
export function epcText({ bank, amountMinor, reference }: EpcTransfer): string | undefined {
  if (amountMinor < 1 || amountMinor > maxMinor) return undefined
  const cents = String(amountMinor).padStart(3, '0')
  const isStructured = reference !== null && /^RF[0-9]{2}[0-9A-Z]{1,21}$/.test(reference)
  const lines = [
    ...['BCD', '002', '1', 'SCT'],
    bank.bic ?? '',
    [...oneLine(bank.holder)].slice(0, maxHolder).join(''),
    bank.iban,
    `EUR${cents.slice(0, -2)}.${cents.slice(-2)}`,
    // Its purpose.
    '',
    isStructured ? reference : '',
    isStructured || reference === null ? '' : oneLine(reference).slice(0, maxText),
  ]
  const text = lines.join('\n').trimEnd()
  return Buffer.byteLength(text) > maxBytes ? undefined : text
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
