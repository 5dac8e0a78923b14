import { readFile } from 'node:fs/promises'

/** Markdown that introduces the contract. */
export function readIntroduction(): Promise<string> {
  return readFile(new URL('contract/introduction.md', import.meta.url), 'utf8')
}
