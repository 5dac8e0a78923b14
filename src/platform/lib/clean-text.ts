/**
 * The stored form of a key or a name: Unicode NFC, without surrounding blanks, invisible ones included. Equal to
 * `clean_text` in the database (migrations/0015_letters.sql).
 */
export function cleanText(text: string): string {
  return trimText(text).normalize('NFC')
}

/** Not by a regular expression, which is quadratic in a long run of blanks within the text. */
export function trimText(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && blanks.has(text.charCodeAt(start))) start++
  while (end > start && blanks.has(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/**
 * Ordinary, no-break and zero-width blanks, soft hyphens, marks of direction and of byte order. Controls are excluded:
 * no text contains them.
 */
const blanks = new Set(
  [
    ' ',
    '\u00a0',
    '\u00ad',
    '\u1680',
    '\u180e',
    '\u200b',
    '\u200e',
    '\u200f',
    '\u2028',
    '\u2029',
    '\u202f',
    '\u205f',
    '\u2060',
    '\u3000',
    '\ufeff',
    ...Array.from({ length: 11 }, (_, index) => String.fromCharCode(0x2000 + index)),
  ].map((blank) => blank.charCodeAt(0)),
)
