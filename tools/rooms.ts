/**
 * No circle of rooms: `npm run imports` runs this after the rules for files. A room is a folder one level below a
 * module, a folder of platform, of app, or of the console's `src`. Files at a module's root join its rooms, and tests
 * use whatever they test: neither counts.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const roomOf = [
  /^src\/modules\/[^/]+\/[^/]+(?=\/)/,
  /^src\/platform\/[^/]+\/[^/]+(?=\/)/,
  /^src\/(?:platform|app)\/[^/]+(?=\/)/,
  /^packages\/console\/src\/pages\/[^/]+(?=\/)/,
  /^packages\/console\/src\/[^/]+(?=\/)/,
]

/** Names of the rooms of each circle, with the imports that make it. */
export function circlesOfRooms(texts: Map<string, string>): { rooms: string[]; imports: string[] }[] {
  const arrows = [...texts].flatMap(([file, text]) => arrowsOf(file, text))
  const next = Map.groupBy(arrows, ({ from }) => from)
  const reached = new Map([...next.keys()].map((room) => [room, reachableFrom(room, next)]))
  const circleOf = (room: string) =>
    [...(reached.get(room) ?? [])].filter((other) => reached.get(other)?.has(room)).sort()
  const circles = new Map([...next.keys()].map((room) => [circleOf(room).join(' ↔ '), circleOf(room)]))
  return [...circles.values()]
    .filter((rooms) => rooms.length > 0)
    .map((rooms) => {
      const inside = arrows.filter(({ from, to }) => rooms.includes(from) && rooms.includes(to))
      return { rooms, imports: inside.map(({ file, imported }) => `${file} → ${imported}`) }
    })
}

interface Arrow {
  from: string
  to: string
  file: string
  imported: string
}

function arrowsOf(file: string, text: string): Arrow[] {
  const from = room(file)
  if (from === undefined) return []
  const imports = [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)]
  return imports.flatMap(([, path = '']) => {
    const imported = path.startsWith('#src/') ? path.slice(1) : join(file, '..', path)
    const to = /^[#.]/.test(path) ? room(imported) : undefined
    return to === undefined || to === from ? [] : [{ from, to, file, imported }]
  })
}

function room(file: string): string | undefined {
  return roomOf.map((pattern) => pattern.exec(file)?.[0]).find((found) => found !== undefined)
}

function reachableFrom(start: string, next: Map<string, Arrow[]>): Set<string> {
  const reached = new Set<string>()
  const waiting = [start]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const { to } of next.get(at) ?? [])
      if (!reached.has(to)) {
        reached.add(to)
        waiting.push(to)
      }
  return reached
}

if (import.meta.main) {
  const files = globSync(['src/**/*.ts', 'packages/console/src/**/*.{ts,tsx}']).filter((file) => !/\.test\./.test(file))
  const circles = circlesOfRooms(new Map(files.sort().map((file) => [file, readFileSync(file, 'utf8')])))
  for (const { rooms, imports } of circles) {
    process.stderr.write(
      `these rooms need each other: ${rooms.join(', ')}\n${imports.map((it) => `  ${it}\n`).join('')}`,
    )
    process.exitCode = 1
  }
}
