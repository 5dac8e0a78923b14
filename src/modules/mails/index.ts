export { inOwnWords } from './in-own-words.ts'
