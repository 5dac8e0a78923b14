import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A fenced block of a page. */
export interface Block {
  page: string
  line: number
  language: string
  /** What stands behind the language, such as the schema of a JSON block. */
  word: string
  text: string
}

/** Every page of the guide. */
export const pages = globSync(['{CONTRIBUTING,SECURITY,CHANGELOG}.md', '{docs,examples,packages}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules', '**/dist'],
}).sort()

export function readPage(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

export function blocksOf(page: string): Block[] {
  const text = readPage(page)
  return [...text.matchAll(/^( *)```(\w*) ?(.*)\n((?:.*\n)*?)\1```$/gm)].map((found) => {
    const [, indent = '', language = '', word = '', block = ''] = found
    const line = text.slice(0, found.index).split('\n').length
    return { page, line, language, word, text: block.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }
  })
}

/** The test of the commands of pages: it runs them, or for `like` does the same by other words. */
const tests: readonly { pages: RegExp; test: string; like?: true }[] = [
  { pages: /^docs\/([\w-]+|(guides|reference)\/[\w-]+)\.md$/, test: 'test/long/documents.test.ts' },
  {
    pages: /^docs\/operations\/(backup|deploy|pictures|runbook|upgrade)\.md$/,
    test: 'test/long/operations-documents.test.ts',
  },
  { pages: /^docs\/operations\/monitoring\.md$/, test: 'test/traces.test.ts', like: true },
  { pages: /^docs\/moving\/README\.md$/, test: 'test/moved-shop.test.ts', like: true },
  { pages: /^packages\/cli\/README\.md$/, test: 'test/long/command-line.test.ts', like: true },
  { pages: /^packages\/(client|webhooks)\/README\.md$/, test: 'test/long/packages.test.ts', like: true },
  { pages: /^(examples\/storefront|packages\/create-shop)\//, test: 'test/long/create-shop.test.ts', like: true },
  { pages: /^examples\/extension\//, test: 'src/app/extensions/extensions.test.ts', like: true },
  { pages: /^packages\/console\/README\.md$/, test: 'test/console-build.test.ts', like: true },
]

export function testOfCommands(page: string) {
  return tests.find(({ pages }) => pages.test(page))
}

/** A block of commands for a shell. `service` starts what the test has started; `engine` needs what no package has. */
export function isForShell({ language, word }: Block): boolean {
  return /^(sh|bash|http)$/.test(language) && !['service', 'engine'].includes(word)
}
