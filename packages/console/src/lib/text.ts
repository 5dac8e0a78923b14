import { translated } from './catalogue.ts'
import { language } from './language.ts'
import { readMessage, type Value } from './message.ts'

/** A text in the viewer's language. The English one stands in the code, whole: `lib/message.ts` says how. */
export function t(message: string, values: Readonly<Record<string, Value>> = {}): string {
  const text = translated(message)
  return /['{<]/.test(text) ? readMessage<string>(text, language, values).join('') : text
}
