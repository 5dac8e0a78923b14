/**
 * Text as a keyboard of ASCII would write it, as far as digits, hyphens and blanks go: full-width forms, the digits of
 * other scripts, the many dashes, no-break blanks. What nobody sees (zero-width blanks, marks of direction) is dropped.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\p{Pd}\u2212\u30fc]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Digits stand in tens, beginning with 0, and no two tens touch but those that NFKC replaces. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}
