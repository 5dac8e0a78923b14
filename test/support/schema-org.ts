import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Parser } from 'htmlparser2'
import { temporaryFolder } from './describe-shop.ts'

/** Data of a page in the words of schema.org, with its `@type`. */
export interface PageData {
  '@type': string
  [property: string]: unknown
}

interface Scope {
  data: PageData
  /** How many elements are open around the one that is its item. */
  depth: number
  property: string | undefined
}

/** What a page says to search engines: its JSON-LD, and its microdata in the same form. */
export function dataOfPage(html: string, address: string): PageData[] {
  const found: PageData[] = []
  const scopes: Scope[] = []
  let depth = 0
  let script: string | undefined
  let text: { property: string; depth: number; value: string } | undefined
  const add = (property: string, value: unknown) => {
    const of = scopes.at(-1)?.data
    if (of !== undefined) of[property] = property in of ? [of[property], value].flat() : value
  }
  const parser = new Parser({
    onopentag(name, { itemprop, itemscope, itemtype = '', type, href, content }) {
      depth++
      if (name === 'script' && type === 'application/ld+json') script = ''
      if (itemscope !== undefined) {
        const data = { '@context': 'https://schema.org', '@type': itemtype.replace('https://schema.org/', '') }
        scopes.push({ data, depth, property: itemprop })
      } else if (itemprop !== undefined) {
        if (href !== undefined) add(itemprop, new URL(href, address).href)
        else if (content !== undefined) add(itemprop, content)
        else text = { property: itemprop, depth, value: '' }
      }
    },
    ontext(part) {
      if (script !== undefined) script += part
      if (text !== undefined) text.value += part
    },
    onclosetag() {
      if (script !== undefined) found.push(JSON.parse(script))
      script = undefined
      if (text?.depth === depth) add(text.property, text.value)
      if (text?.depth === depth) text = undefined
      const scope = scopes.at(-1)
      if (scope?.depth === depth) {
        scopes.pop()
        if (scope.property === undefined) found.push(scope.data)
        else add(scope.property, withoutContext(scope.data))
      }
      depth--
    },
  })
  parser.end(html)
  return found
}

function withoutContext({ '@context': _, ...data }: PageData): object {
  return data
}

/**
 * What schema.org’s vocabulary, as the types of `schema-dts`, does not have of the data: types, properties, or values
 * of a type that a property cannot have. Empty if all of it is there.
 */
export async function faultsOfData(all: readonly PageData[]): Promise<string[]> {
  const folder = temporaryFolder()
  const vocabulary = fileURLToPath(import.meta.resolve('schema-dts'))
  const constants = all.map(
    (data, at) => `export const data${at}: schema.WithContext<schema.${data['@type']}> = ${JSON.stringify(data)}`,
  )
  await writeFile(join(folder, 'data.ts'), `import type * as schema from '${vocabulary}'\n${constants.join('\n')}\n`)
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, types: [], module: 'nodenext' }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['data.ts'] }))
  const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
  const output = await new Promise<string>((done) =>
    execFile(process.execPath, [compiler, '--project', folder, '--pretty', 'false'], (error, out, wrong) =>
      done(error === null ? '' : out + wrong || String(error)),
    ),
  )
  return output.split('\n').filter((line) => /\S/.test(line))
}
