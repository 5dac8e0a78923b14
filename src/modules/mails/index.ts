export { inOwnWords, withLook } from './in-own-words.ts'
