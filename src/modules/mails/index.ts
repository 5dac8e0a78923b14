export { inOwnWords, withLook } from './in-own-words.ts'
export type { MailValues, MailVariable } from './own-words.ts'
