import { readFileSync } from 'node:fs'

/** What `npm start` gives node: the size of its heap. */
export function startFlags(): string[] {
  const script = readFileSync(new URL('../src/entries/run.sh', import.meta.url), 'utf8')
  const [, words = ''] = /^exec node (.*)$/m.exec(script) ?? []
  return words.split(' ').filter((word) => word.startsWith('--'))
}
