/** `npm run advisories -- <file>` compares the lock file with a file of advisories. It works offline. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readCommandLine, UsageError } from './command-line.ts'
import { type Advisory, type AdvisoryHit, findAdvisories } from './packages/advisories.ts'
import { makeSbom } from './packages/make-sbom.ts'

const usage = `Compares the packages of package-lock.json with a file of advisories, one OSV document a line.

  npm run advisories -- advisories.jsonl

The file is made elsewhere, for example from the export of osv.dev for npm:

  unzip -p all.zip | jq -c . > advisories.jsonl

Exits 0 if no package is affected, 1 with each that is, 2 if the file cannot be read or has none for npm.`

const file = readCommandLine(usage, {}, (_, [name, ...more]) => {
  if (name === undefined || more.length > 0) throw new UsageError('expected one file')
  return name
})
const { components } = makeSbom(fileURLToPath(new URL('..', import.meta.url)))
try {
  const { hits, read } = await compare()
  for (const { component, advisory, fixed } of hits) {
    const ids = [advisory.id, ...(advisory.aliases ?? [])].join(', ')
    const remedy = fixed === undefined ? 'no version is fixed' : `fixed in ${fixed}`
    process.stdout.write(`${component.name} ${component.version}: ${ids}: ${advisory.summary ?? ''} (${remedy})\n`)
  }
  process.stdout.write(`${components.length} packages, ${read} advisories, ${hits.length} apply\n`)
  process.exitCode = hits.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${file}: ${(error as Error).message}\n`)
  process.exitCode = 2
}

/** Line by line: the file for all of npm has some 200 MB. */
async function compare(): Promise<{ hits: AdvisoryHit[]; read: number }> {
  const hits: AdvisoryHit[] = []
  let read = 0
  let number = 0
  for await (const line of createInterface({ input: createReadStream(file) })) {
    number++
    if (line.trim() === '') continue
    const advisory = parse(line, number)
    if (advisory.affected?.some((affected) => affected.package?.ecosystem === 'npm')) read++
    hits.push(...findAdvisories(components, [advisory]))
  }
  if (read === 0) throw new Error('there is no advisory for npm in it')
  return { hits, read }
}

function parse(line: string, number: number): Advisory {
  try {
    const advisory = JSON.parse(line)
    if (typeof advisory?.id === 'string') return advisory
  } catch {
    // Reported below.
  }
  throw new Error(`line ${number} is no OSV document`)
}
