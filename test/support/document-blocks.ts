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

/**
 * Pages whose commands run in a test against a service. Those of operations and packages act on hosts, on registries or
 * on clusters; they are read by bash and not run. Other tests try what they say: `test/moved-shop.test.ts`,
 * `test/upgrade`, `test/long/packages.test.ts`, `test/command-line`, `test/cluster`.
 */
export function isRun(page: string): boolean {
  return /^docs\/([\w-]+|(guides|reference|concepts|roles)\/[\w-]+)\.md$/.test(page)
}
