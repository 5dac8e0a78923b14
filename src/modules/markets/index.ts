export { selectMarkets } from './queries.ts'
export { localesFor, readerParameters } from './reading.ts'
export type { Market } from './rules.ts'
