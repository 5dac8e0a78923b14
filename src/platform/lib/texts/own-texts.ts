import { LRUCache } from 'lru-cache'
import { type Language, languages } from '../languages.ts'
import { type Argument, argumentsIn, placeholdersIn } from './placeholders.ts'
import type { OwnTexts } from './spoken.ts'
import { catalogue, fill, type Room } from './texts.ts'

/**
 * What a shop can put into its own words: the mails to its customers, its papers and its pages, in the order of the
 * console. Mails to staff and to the platform's merchants are not among them.
 */
export const shopRooms = [
  'orderMail',
  'sums',
  'howToPay',
  'returnMail',
  'paperMail',
  'giftCardMail',
  'cartMail',
  'mail',
  'invoice',
  'paper',
  'paymentMethods',
  'slips',
  'payPage',
  'orderPage',
  'orderTable',
  'returnStates',
  'quotePage',
  'unsubscribePage',
  'page',
  'accountMail',
  'accountPage',
  'verifyPage',
  'resetPage',
  'undoPage',
] as const satisfies readonly Room[]

export const maxTextLength = 2_000

/** What a text may hold, beside its words. */
export interface Placeholder {
  name: string
  /** Whether a text without it says too little. */
  needed: boolean
  /** Whether it is a number, which chooses plural forms. */
  number: boolean
}

export interface OwnText {
  key: string
  /** What the service says. */
  ours: string
  placeholders: Placeholder[]
}

/** All texts that a shop can change, in one language. */
export function textsOfShop(language: Language): readonly OwnText[] {
  return [...known[language].values()]
}

const flat = (language: Language) =>
  shopRooms.flatMap((room) =>
    Object.entries(catalogue[language][room]).map(([name, text]): [string, string] => [`${room}.${name}`, text]),
  )

/** The name of the shop stands in every mail and page, and the number of an order beside what is said of it. */
function isNeeded(key: string, name: string): boolean {
  return name !== 'shop' && !(name === 'number' && /^(order|return|paper)Mail\./.test(key))
}

const known = Object.fromEntries(
  languages.map((language) => [language, new Map(flat(language).map(([key, ours]) => [key, describe(key, ours)]))]),
) as Record<Language, Map<string, OwnText>>

/** A placeholder of any language is known in all: English papers alone need the currency. */
function describe(key: string, ours: string): OwnText {
  const [room = '', name = ''] = key.split('.')
  const all = languages.flatMap((language) => {
    const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = catalogue[language]
    return argumentsIn(texts[room]?.[name] ?? '')
  })
  const own = placeholdersIn(ours)
  const names = [...new Set(all.map((one) => one.name))].sort()
  return {
    key,
    ours,
    placeholders: names.map((one) => ({
      name: one,
      needed: own.includes(one) && isNeeded(key, one),
      number: all.some((argument) => argument.name === one && argument.form !== 'text'),
    })),
  }
}

/** Numbers of every plural form. */
const counts = [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000]

/** What is wrong with a shop's own text, or what it says with values in the place of its placeholders. */
type Tried = { fault: string } | { said: string[] }

/** Checking takes longer than the rest of a line, and a text is checked again before it is drawn. */
const tried = new LRUCache<string, Tried>({ max: 2_000 })

export function tryText(language: Language, key: string, text: string): Tried {
  const id = `${language} ${key} ${text}`
  const found = tried.get(id) ?? readText(language, key, text)
  tried.set(id, found)
  return found
}

/** The texts without those that this release cannot draw: another has other placeholders. */
export function drawable(own: OwnTexts): OwnTexts {
  return Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(
        Object.entries(own[language] ?? {}).filter(([key, text]) => 'said' in tryText(language, key, text)),
      ),
    ]),
  )
}

function readText(language: Language, key: string, text: string): Tried {
  const own = known[language].get(key)
  if (own === undefined) return { fault: 'is not a text of this service' }
  if (text.length > maxTextLength) return { fault: `must not have more than ${maxTextLength} characters` }
  if (/[\p{Cn}\p{Co}\p{Cs}]/u.test(text)) return { fault: 'has a character that cannot be printed' }
  // A quotation mark of ICU MessageFormat, which nobody means: l'{shop} would say “l{shop}”.
  if (/'[{}]/.test(text)) return { fault: "has ' before a brace; write ’ instead" }
  let found: Argument[]
  try {
    found = argumentsIn(text)
  } catch (error) {
    return { fault: `is not ICU MessageFormat: ${syntaxFault(error)}` }
  }
  const fault = argumentFault(own, found)
  if (fault !== undefined) return { fault }
  if (own.placeholders.length === 0 && /[{}]/.test(text)) return { fault: 'has braces; this text has no placeholders' }
  if (key === 'mail.quotes' && [...text].length !== 2) return { fault: 'must be two characters: both quotation marks' }
  try {
    const numbers = [...counts, ...found.flatMap(({ exact }) => exact)]
    const said = numbers.map((count) => fill(text, sampleOf(own, count), language).trim())
    return said.includes('') ? { fault: 'says nothing' } : { said: [...new Set(said)] }
  } catch {
    return { fault: 'is not ICU MessageFormat: its numbers have no such form' }
  }
}

/** A value may be empty, or go on with a name: whatever it is, the words beside it stay what they are. */
function sampleOf({ placeholders }: OwnText, count: number): Record<string, string | number> {
  return Object.fromEntries(placeholders.map(({ name, number }) => [name, number ? count : 'x']))
}

function argumentFault({ placeholders }: OwnText, found: readonly Argument[]): string | undefined {
  const all = placeholders.map(({ name }) => `{${name}}`).join(', ')
  const known = all === '' ? 'it takes no placeholders' : `it knows ${all}`
  for (const { name, form } of found) {
    const placeholder = placeholders.find((one) => one.name === name)
    if (placeholder === undefined) return `has {${name}}, which this text does not know; ${known}`
    if (form === 'other') return `has {${name}, …}; only numbers have a form, such as plural`
    if (form !== 'text' && !placeholder.number) return `has {${name}, ${form}}, but {${name}} is no number`
  }
  const missing = placeholders.find(({ name, needed }) => needed && !found.some((one) => one.name === name))
  return missing && `needs {${missing.name}}`
}

/** As FormatJS names them: MISSING_OTHER_CLAUSE, EXPECT_ARGUMENT_CLOSING_BRACE. */
function syntaxFault(error: unknown): string {
  const name = error instanceof Error ? error.message : ''
  return /^[A-Z_]+$/.test(name) ? name.toLowerCase().replaceAll('_', ' ') : 'a brace is missing or too many'
}
