import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A mistake in the code that one test must notice. It is bound to a function, not to lines. */
export interface Mutation {
  name: string
  /** What no longer holds. */
  because: string
  file: string
  /** The function or constant, in TypeScript or SQL, that holds `replace` exactly once. */
  within: string
  replace: string
  by: string
  /** The test file, and part of the title of the test in it. */
  caughtBy: string
  test: string
}

/** Why the mutation does not apply to the checkout; undefined if it does. */
export function whyStale(root: string, mutation: Mutation): string | undefined {
  const { file, within, replace } = mutation
  if (!existsSync(join(root, file))) return `there is no ${file}`
  const text = readFileSync(join(root, file), 'utf8')
  const definitions = definitionsOf(text, within, file)
  if (definitions.length === 0) return `${file} does not define ${within}`
  const found = definitions.flatMap(({ from, to }) => text.slice(from, to).split(replace).slice(1)).length
  return found === 1 ? undefined : `${within} of ${file} holds the replaced text ${found} times`
}

/** Applies the mutation to the checkout in this folder. Returns a function that takes it back. */
export function applyMutation(root: string, { file, within, replace, by }: Mutation): () => void {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const holder = definitionsOf(text, within, file).find(({ from, to }) => text.slice(from, to).includes(replace))
  if (holder === undefined) throw new Error(`${within} of ${file} does not hold the text`)
  const at = text.indexOf(replace, holder.from)
  writeFileSync(path, text.slice(0, at) + by + text.slice(at + replace.length))
  return () => writeFileSync(path, text)
}

/** Offsets in a text. */
interface Range {
  from: number
  to: number
}

/** Where the file defines the name: more than once for overloaded SQL functions. */
function definitionsOf(text: string, name: string, file: string): Range[] {
  const lines = text.split(/(?<=\n)/)
  const [isHead, isEnd] = file.endsWith('.sql') ? sqlFunction(name) : declaration(name)
  const starts: number[] = []
  let offset = 0
  for (const line of lines) {
    starts.push(offset)
    offset += line.length
  }
  return lines.flatMap((head, index) => {
    if (!isHead(head)) return []
    const end = lines.findIndex((line, other) => other > index && isEnd(line, head))
    return [{ from: starts[index] as number, to: end === -1 ? text.length : (starts[end] as number) }]
  })
}

type Bounds = [isHead: (line: string) => boolean, isEnd: (line: string, head: string) => boolean]

/** Ends where the next statement begins. */
function sqlFunction(name: string): Bounds {
  const head = new RegExp(`^create (or replace )?(function|procedure) ${name}\\b`)
  return [(line) => head.test(line), (line) => /^(create|drop|do) /.test(line)]
}

/** Ends at a line that is indented as its first one, or less, and closes no bracket. */
function declaration(name: string): Bounds {
  const head = new RegExp(`^ *(export )?(async )?(function\\*?|const|let) ${name}\\b`)
  const indentation = (line: string) => line.search(/\S/)
  return [
    (line) => head.test(line),
    (line, first) => {
      const [own, other] = [indentation(first), indentation(line)]
      return other !== -1 && (other < own || (other === own && !/[)}\]>]/.test(line.charAt(other))))
    },
  ]
}

/** Whether the file has a test with this in its title, as far as its text tells. */
export function hasTest(root: string, { caughtBy, test }: Mutation): boolean {
  const path = join(root, caughtBy)
  if (!existsSync(path)) return false
  const titles = readFileSync(path, 'utf8').matchAll(/\b(?:(?:it|test)\(\s*|name: )(['"`])(.*?)\1,/gs)
  return [...titles].some(([, , title]) => title?.includes(test))
}
