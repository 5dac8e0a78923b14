/** A character as a number in the check sums of ISO 7064: digits as they are, letters from 10 on. */
function remainderOf97(text: string): number {
  let rest = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

/** The longest text behind `RF` and the check digits. */
const maxLength = 21

/** ISO 11649: a creditor reference with its check digits, of the letters and digits of a number. */
export function creditorReference(number: string): string {
  const text = number
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(-maxLength)
  const check = 98 - remainderOf97(`${text}RF00`)
  return `RF${String(check).padStart(2, '0')}${text}`
}

/** ISO 13616: the account number without spaces; undefined unless its check digits are right. */
export function readIban(typed: string): string | undefined {
  const iban = typed.replace(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}$/.test(iban)) return undefined
  return remainderOf97(iban.slice(4) + iban.slice(0, 4)) === 1 ? iban : undefined
}

/** ISO 9362: the code of a bank; undefined if it is none. */
export function readBic(typed: string): string | undefined {
  const bic = typed.replace(/\s/g, '').toUpperCase()
  return /^[A-Z]{6}[0-9A-Z]{2}(?:[0-9A-Z]{3})?$/.test(bic) ? bic : undefined
}
