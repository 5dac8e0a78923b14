import { language } from './language.ts'
import { readMessage, type Value } from './message.ts'

/** The texts of the viewer's language by the English ones; none, where that is English. */
let texts: Readonly<Record<string, string>> = {}

/** Before the first text is asked for: texts of modules are read once, as they are loaded. */
export function setTexts(all: Readonly<Record<string, string>>): void {
  texts = all
}

export const translated = (message: string): string => texts[message] ?? message

/** A text in the viewer's language. The English one stands in the code, whole: `lib/message.ts` says how. */
export function t(message: string, values: Readonly<Record<string, Value>> = {}): string {
  const text = translated(message)
  return /['{<]/.test(text) ? readMessage<string>(text, language, values).join('') : text
}
