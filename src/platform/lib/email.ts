import { textCharacter } from './text-pattern.ts'

/** E-mail addresses that are accepted: one `@`, nothing that needs quoting. A mail verifies that it exists. */
const addressCharacter = textCharacter('\\s@<>(),;:"\\[\\]\\\\')
export const emailPattern = `^${addressCharacter}{1,64}@${addressCharacter}+$`

export function isEmail(text: string): boolean {
  return text.length >= 3 && text.length <= 254 && new RegExp(emailPattern, 'u').test(text)
}
