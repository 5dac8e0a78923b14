/**
 * Text with ASCII digits, hyphens and blanks: replaces full-width forms, digits of other scripts, dashes and no-break
 * blanks, and drops invisible characters (zero-width blanks, direction marks).
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

/** Unicode digits come in contiguous tens from 0; only tens that NFKC replaces adjoin another. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}
