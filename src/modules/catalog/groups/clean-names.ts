import { cleanText } from '#src/platform/lib/clean-text.ts'
import type { Options } from './rules.ts'

/** The names of options as their values are kept: in one Unicode form. */
export function cleanNames(options: Options): Options {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [cleanText(name), value]))
}
