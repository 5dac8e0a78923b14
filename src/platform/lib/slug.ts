import { isUuid } from './ids.ts'

/** Characters of a slug that is made; a given one may be longer. */
const longest = 100

/** Letters with an ASCII form that is no decomposition. */
const latin: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŋ: 'n', ŧ: 't', ĸ: 'k', ə: 'e',
} // biome-ignore format: a table reads better in rows

/**
 * The words of a text as they stand in an address: lower-case, with hyphens between, in ASCII where their letters have
 * such a form, else in their own script. Of a slug it is that slug. Empty if the text has no letters and digits. Never
 * the text of a UUID, because addresses take slugs in place of ids.
 */
export function slugOf(text: string, max = longest): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’ʼ]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
  const slug = shorten(words.map(wordOf).filter(Boolean).join('-'), max)
  return isUuid(slug) ? `id-${slug}` : slug
}

function wordOf(word: string): string {
  const ascii = word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]/g, (letter) => latin[letter] ?? letter)
  return /^[a-z0-9]*$/.test(ascii) ? ascii : word.normalize('NFC')
}

/** By whole words, if the first is not too long itself. */
function shorten(slug: string, max: number): string {
  if (slug.length <= max) return slug
  const end = slug.lastIndexOf('-', max)
  return end > 0 ? slug.slice(0, end) : slug.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}
