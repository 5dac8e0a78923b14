import { type Language, languageOf } from '#src/platform/lib/languages.ts'
import { textsIn } from '#src/platform/lib/texts/texts.ts'
import type { Block, MailDocument, ShownValues } from '#src/platform/mail/index.ts'
import { cleanText, isolate, webAddress, withoutLinks } from '#src/platform/mail/templates/values.ts'

/** What a shop can have put into its own words, each with what it stands for. */
const mailVariables = {
  'shop.name': 'Name of the shop',
  'customer.name': 'Name of the customer',
  'order.number': 'Number of the order',
  'order.date': 'Day of the order',
  'order.total': 'Total of the order',
  'refund.amount': 'Amount of the refund',
  'tracking.carrier': 'Who carries the parcel',
  'tracking.number': 'Tracking number',
  'tracking.url': 'Web address where the parcel can be followed',
  'card.amount': 'What the gift card is worth',
} as const

export type MailVariable = keyof typeof mailVariables

/** One that is left out is not known for this mail, and nothing stands in its place. */
export type MailValues = Readonly<Partial<Record<MailVariable, string | null>>>

/** A variable for people. */
export function describedVariable(name: string): { name: string; description: string } {
  const all: Readonly<Record<string, string>> = mailVariables
  return { name, description: all[name] ?? name }
}

/** Null: ours. */
export interface OwnWords {
  subject: string | null
  text: string | null
}

const inBraces = /\{\{([^{}]*)\}\}/g

/** The names in double braces, known or not. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(inBraces)].map(([, name = '']) => name.trim())
}

/** Whether braces are left that are no variable's. */
export function hasLooseBraces(text: string): boolean {
  return /\{\{|\}\}/.test(text.replace(inBraces, ''))
}

/** The mail with a shop's own subject, which is its title too, and with its own first words. All else stays. */
export function withOwnWords(document: MailDocument, { subject, text }: OwnWords, values: ShownValues): MailDocument {
  const shown = shownValues(values, languageOf(document.locale))
  const title = subject === null ? '' : cut(cleanText(fillIn(subject, shown)))
  const paragraphs = text === null ? [] : paragraphsOf(fillIn(text, shown))
  return {
    ...document,
    ...(title !== '' && { subject: title, title }),
    ...(paragraphs.length > 0 && { blocks: document.blocks.flatMap((block) => opened(block, paragraphs)) }),
  }
}

function opened(block: Block, paragraphs: readonly Block[]): Block[] {
  if (block.type !== 'paragraph' || block.keeps === undefined) return [block]
  return block.keeps === '' ? [...paragraphs] : [...paragraphs, { type: 'paragraph', text: block.keeps }]
}

/** Empty lines divide paragraphs. */
function paragraphsOf(text: string): Block[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.split('\n').map(cleanText).join('\n').trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({ type: 'paragraph', text: paragraph }))
}

/** One pass: braces in a value stay what they are. */
function fillIn(text: string, values: Record<string, string>): string {
  return text.replace(inBraces, (_, name: string) => values[name.trim()] ?? '')
}

function cut(subject: string): string {
  const letters = [...subject]
  return letters.length <= maxSubjectLength ? subject : `${letters.slice(0, maxSubjectLength - 1).join('')}…`
}

const maxSubjectLength = 250
const maxValueLength = 200

/** A name that people typed of themselves becomes no link, and an address is one of the web or none. */
function shownValues(values: ShownValues, language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const text = cleanText(value ?? '')
      if (name === 'customer.name') return [name, isolate(withoutLinks(text, 80) || textsIn('mail', language).customer)]
      if (name === 'tracking.url') return [name, webAddress(text) ?? '']
      return [name, isolate([...text].slice(0, maxValueLength).join(''))]
    }),
  )
}
