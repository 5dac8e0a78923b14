import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modules } from '#src/app/modules.ts'
import { moduleTables } from './module-tables.ts'

const root = new URL('../../', import.meta.url)
const ownerOf = new Map(Object.entries(moduleTables).flatMap(([name, tables]) => tables.map((table) => [table, name])))
/** SQL stands in these files alone; `using` and a comma are other forms of `join`. */
const statements = 'src/modules/*/**/{*queries.ts,checks.ts,*-checks.ts,*.sql}'

interface Read {
  file: string
  by: string
  table: string
  of: string
}

/** Each table of another module that a file's statements read. */
export function readsOfOthers(): Read[] {
  const files = globSync(statements, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  return files.sort().flatMap((file) => {
    const by = file.split('/')[2] ?? ''
    return [...tablesIn(file)].flatMap((table) => {
      const of = ownerOf.get(table)
      return of === undefined || of === by || of === 'platform' ? [] : [{ file, by, table, of }]
    })
  })
}

/** Those of its own statements, and of the pieces that other modules share with it. */
function tablesIn(file: string): Set<string> {
  const text = readFileSync(new URL(file, root), 'utf8')
  const shared = importsOf(text).filter(([, from = '']) => from.endsWith('/shared-queries.ts'))
  const pieces = shared.flatMap(([names = '', from = '']) => {
    const door = from.replace('#', '')
    return importsOf(readFileSync(new URL(door, root), 'utf8'))
      .filter(([exported = '']) => namesIn(exported).some((name) => namesIn(names).includes(name)))
      .map(([, path = '']) => join(door, '..', path))
  })
  return new Set([...tablesNamedIn(text), ...pieces.flatMap((piece) => [...tablesOfPiece(piece)])])
}

/** With the tables of the pieces that it is made of. */
function tablesOfPiece(file: string): Set<string> {
  const parts = importsOf(readFileSync(new URL(file, root), 'utf8'))
    .map(([, from = '']) => from)
    .filter((from) => /^\.{1,2}\/.*queries\.ts$/.test(from))
  return new Set(
    [file, ...parts.map((from) => join(file, '..', from))].flatMap((part) => [
      ...tablesIn(part),
      ...(part === file ? [] : tablesOfPiece(part)),
    ]),
  )
}

/** What is named between braces of an import or a re-export, and the file. */
function importsOf(text: string): string[][] {
  return [...text.matchAll(/^(?:import|export) \{([^}]*)\} from '([^']+)'/gm)].map(([, names = '', from = '']) => [
    names,
    from,
  ])
}

const namesIn = (list: string) => list.split(',').map((name) => name.trim())

function tablesNamedIn(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?:\/\/|--).*/g, '')
  const named = [...code.matchAll(/\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?\(?(\w+)/gi)]
  const listed = [...code.matchAll(/\bfrom\s+\w+(?:\s+\w+)?\s*,\s*(\w+)/gi)]
  const built = [...code.matchAll(/\b(?:selectFrom|innerJoin|leftJoin)\('(\w+)/g)]
  return [...new Set([...named, ...listed, ...built].map(([, table = '']) => table))].filter((table) =>
    ownerOf.has(table),
  )
}

/**
 * The reads of other modules' tables as Markdown.
 * @throws if a statement reads a table that its module does not name, or a module names one that it does not read
 */
export function describeReads(): string {
  const found = readsOfOthers()
  for (const { name, reads = [] } of modules) {
    const read = new Set(found.filter(({ by }) => by === name).map(({ table }) => table))
    const undeclared = found.find(({ by, table }) => by === name && !(reads as readonly string[]).includes(table))
    if (undeclared !== undefined)
      throw new Error(`${undeclared.file} reads ${undeclared.table}: src/modules/${name}/module.ts does not name it`)
    const unused = reads.find((table) => !read.has(table))
    if (unused !== undefined) throw new Error(`no statement of ${name} reads ${unused}: src/modules/${name}/module.ts`)
  }
  const pairs = Map.groupBy(found, ({ by, of }) => `${by} → ${of}`)
  const lines = [...pairs.values()].map((reads) => {
    const [{ by, of } = { by: '', of: '' }] = reads
    const tables = [...new Set(reads.map(({ table }) => `\`${table}\``))].sort()
    return `| ${by} | ${of} | ${tables.join(', ')} | ${new Set(reads.map(({ file }) => file)).size} |`
  })
  return [
    '# Reads of other modules’ tables\n',
    'Written by `npm run generate` from the statements; each module names these tables in its `module.ts`.\n',
    '![Modules, and an arrow from each to those whose tables it reads](reads.svg)\n',
    '| module | reads of | tables | files |',
    '| --- | --- | --- | --- |',
    ...lines.sort(),
    '\n## Circles\n',
    'Modules that reach each other by reads:\n',
    ...circlesOf([...pairs.values()].flatMap(([read]) => read ?? [])),
    '',
  ].join('\n')
}

/** Modules that reach each other by reads, and pairs of them that do so directly. */
function circlesOf(reads: readonly Read[]): string[] {
  const readBy = Map.groupBy(reads, ({ by }) => by)
  const reached = new Map([...readBy.keys()].map((module) => [module, reachableFrom(module, readBy)]))
  const circleOf = (module: string) =>
    [...(reached.get(module) ?? [])].filter((other) => reached.get(other)?.has(module))
  const circles = new Set([...readBy.keys()].map((module) => circleOf(module).sort().join(', ')))
  const pairs = reads.filter(({ by, of }) => by < of && reads.some((other) => other.by === of && other.of === by))
  return [
    ...[...circles].filter((circle) => circle !== '').map((circle) => `- ${circle}`),
    '\nPairs among them:\n',
    ...pairs.map(({ by, of }) => `- ${by} ↔ ${of}`).sort(),
  ]
}

function reachableFrom(start: string, readBy: Map<string, readonly Read[]>): Set<string> {
  const reached = new Set<string>()
  const waiting = [start]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const { of } of readBy.get(at) ?? [])
      if (!reached.has(of)) {
        reached.add(of)
        waiting.push(of)
      }
  return reached
}
