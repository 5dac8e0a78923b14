/** A text typed into a search for people and orders, with the forms in which it may be stored. */
export interface SoughtText {
  /** Words that must all match. */
  words: string[]
  /** Letters and digits only, as postal codes are compared; undefined if fewer than three. */
  squeezed?: string
  /** National part of a phone number; undefined if the text is none. */
  phone?: string
}

/** Limit of words; a longer text is matched as a whole. */
const maxWords = 5
const minDigits = 5

export function readSoughtText(text: string): SoughtText {
  const words = text.trim().split(/\s+/u)
  const squeezed = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const phone = phonePart(text)
  return {
    words: words.length > maxWords ? [text.trim()] : words,
    ...([...squeezed].length >= 3 && { squeezed }),
    ...(phone !== undefined && { phone }),
  }
}

/** `+44 (0)20 7946 0958`, `0044 20…` and `020 7946 0958` have `2079460958` in common, the first two with `44`. */
function phonePart(text: string): string | undefined {
  if (!/^[+(\d][\d\s()./-]*$/u.test(text.trim().normalize('NFKC'))) return undefined
  const digits = text.normalize('NFKC').replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= minDigits ? digits : undefined
}

/** `#261121-7K3M9Q` without the mark that people put before a number. */
export function withoutMark(text: string): string {
  return text.replace(/^#\s*(?=\S)/, '')
}

/**
 * A text in the form of an order number: in capitals, `YYMMDD-XXXXXX` with its hyphen, with letters that look like
 * digits replaced.
 */
export function readOrderNumber(text: string): string {
  const [, day, rest] = /^(\d{6})\s*[-\u2010-\u2015]?\s*([0-9A-Z]{6})$/.exec(text.toUpperCase()) ?? []
  return asCrockford(day !== undefined && rest !== undefined ? `${day}-${rest}` : text.toUpperCase())
}

/** Whether it is a number of a day, which no shop makes itself. */
export function isNumberOfDay(number: string): boolean {
  return /^\d{6}-[0-9A-Z]{6}$/.test(number)
}

/** No number has these letters. */
function asCrockford(text: string): string {
  return text.replaceAll('O', '0').replace(/[IL]/g, '1')
}
