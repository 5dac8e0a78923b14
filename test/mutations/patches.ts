import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * A patch of this folder: a mistake in the code that one test must notice. Two lines stand before its diff:
 *
 *     Breaks: <what no longer holds>
 *     Killed by: <test file> "<part of the test's title>"
 */
export interface Mutation {
  name: string
  breaks: string
  testFile: string
  testTitle: string
  hunks: readonly Hunk[]
}

interface Hunk {
  path: string
  before: string
  after: string
}

export function readMutations(folder: string): Mutation[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.patch'))
  return files.sort().map((file) => parseMutation(basename(file, '.patch'), readFileSync(join(folder, file), 'utf8')))
}

function parseMutation(name: string, text: string): Mutation {
  const [, breaks, testFile, testTitle] = /^Breaks: (.+)\nKilled by: (\S+) "(.+)"\n/.exec(text) ?? []
  if (breaks === undefined || testFile === undefined || testTitle === undefined) {
    throw new Error(`${name}.patch does not begin with the lines Breaks: and Killed by:`)
  }
  const hunks = text
    .split(/^--- a\//m)
    .slice(1)
    .flatMap(parseFile)
  return { name, breaks, testFile, testTitle, hunks }
}

function parseFile(part: string): Hunk[] {
  const [path = ''] = part.split('\n', 1)
  const side = (lines: readonly string[], signs: string) =>
    lines
      .filter((line) => signs.includes(line.charAt(0)))
      .map((line) => line.slice(1))
      .join('\n')
  return part
    .split(/^@@.*\n/m)
    .slice(1)
    .map((hunk) => {
      const lines = hunk.trimEnd().split('\n')
      return { path, before: side(lines, ' -'), after: side(lines, ' +') }
    })
}

/**
 * Why the mutation does not apply to the checkout; undefined if it does. By text alone, without git, which an exported
 * tree is no repository for: the lines of a hunk must stand in the file exactly once.
 */
export function whyStale(root: string, { hunks }: Mutation): string | undefined {
  const stale = hunks.find((hunk) => readLines(root, hunk.path).split(`\n${hunk.before}\n`).length !== 2)
  return stale && `its lines are not in ${stale.path} exactly once`
}

/** Applies the mutation to the checkout in this folder. Returns a function that takes it back. */
export function applyMutation(root: string, { hunks }: Mutation): () => void {
  const originals = new Map(hunks.map(({ path }) => [path, readFileSync(join(root, path), 'utf8')]))
  for (const { path, before, after } of hunks) {
    const changed = readLines(root, path).replace(`\n${before}\n`, () => `\n${after}\n`)
    writeFileSync(join(root, path), changed.slice(1))
  }
  return () => {
    for (const [path, text] of originals) writeFileSync(join(root, path), text)
  }
}

/** With a line break before the first line, so that each line has one on both sides. Nothing if there is no file. */
function readLines(root: string, path: string): string {
  const file = join(root, path)
  return existsSync(file) ? `\n${readFileSync(file, 'utf8')}` : ''
}

/** Whether the file has a test with this in its title, as far as its text tells. */
export function hasTest(root: string, file: string, title: string): boolean {
  const titles = readLines(root, file).matchAll(/\b(?:(?:it|test)\(\s*|name: )(['"`])(.*?)\1,/gs)
  return [...titles].some(([, , found]) => found?.includes(title))
}
