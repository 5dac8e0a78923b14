import irregularPlurals from 'irregular-plurals'
import { foldText } from './folding.ts'

/** Further plurals: the list has one for each word. */
const furtherPlurals = [
  ...(['antenna antennae', 'appendix appendices', 'cactus cacti', 'dwarf dwarves', 'focus foci'] as const),
  ...(['bus busses', 'gas gasses', 'quiz quizzes', 'fez fezzes', 'whiz whizzes'] as const),
  ...(['formula formulae', 'hoof hoofs', 'index indices', 'octopus octopi', 'scarf scarfs', 'stylus styli'] as const),
].map((pair) => pair.split(' ') as [string, string])

/** No names of things. */
const others = new Set(['this', 'that', 'pro'])

const forms = new Map<string, string[]>()
for (const [singular, plural] of [...irregularPlurals, ...furtherPlurals]) {
  if (singular === plural || singular.length < 3 || others.has(singular)) continue
  for (const [word, other] of [
    [foldText(singular), foldText(plural)],
    [foldText(plural), foldText(singular)],
  ] as const)
    forms.set(word, [...(forms.get(word) ?? []), other])
}

/**
 * Forms of English words that stemming does not unite, by word: `knives` knife, `lenses` lens. Also of compounds that
 * end in an irregular one: `bookshelf` bookshelves.
 */
export function irregularForms(text: string): Record<string, string[]> {
  const words = foldText(text).match(/[a-z]{3,40}/g) ?? []
  const found = words.flatMap((word): [string, string[]][] => {
    const own = formsOf(word)
    return own.length === 0 ? [] : [[word, own]]
  })
  return Object.fromEntries(found)
}

function formsOf(word: string): string[] {
  const whole = forms.get(word)
  if (whole !== undefined) return [...new Set([...whole, ...formsInS(word)])]
  for (let start = 2; start <= word.length - 3; start++) {
    const ending = forms.get(word.slice(start))
    if (ending !== undefined) return ending.map((form) => word.slice(0, start) + form)
  }
  return formsInS(word)
}

/**
 * Words that end in -s also without a plural: stemming takes the -s of `lens` and of `lenses`, and leaves two stems. No
 * more than a word that no product has comes of those for which this is wrong (`pens` penses).
 */
function formsInS(word: string): string[] {
  if (others.has(word)) return []
  if (/[^s]ses$/.test(word) && word.length >= 5) return [word.slice(0, -2)]
  return /(?:[aiou]|n)s$/.test(word) ? [`${word}es`] : []
}
