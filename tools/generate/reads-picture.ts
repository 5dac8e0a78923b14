import { readsOfOthers } from './reads.ts'

interface Arrow {
  by: string
  of: string
  tables: string[]
}

const row = 30
const middle = 380
const top = 84
const inks = { down: '#8a938f', up: '#b3412f', text: '#1d2523', quiet: '#5b6663', paper: '#fdfcfa' }

/**
 * The reads of other modules' tables as arrows: modules in one column, in the order that leaves the fewest arrows
 * pointing up. Those on the right point down; those on the left, in red, point up and close the circles.
 */
export function drawReads(): string {
  const arrows = arrowsOf()
  const order = orderOf(arrows)
  const yOf = (module: string) => top + order.indexOf(module) * row
  const up = arrows.filter(({ by, of }) => yOf(by) > yOf(of))
  const height = top + order.length * row + 10
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 ${height}" font-family="system-ui, sans-serif">`,
    `<title>Which module reads tables of which</title>`,
    `<rect width="760" height="${height}" fill="${inks.paper}"/>`,
    `<defs>${marker('down')}${marker('up')}</defs>`,
    text(20, 30, `${arrows.length} arrows: a module reads tables of another`, inks.text, 16),
    text(
      20,
      52,
      `${up.length} on the left point up, and close circles; thicker arrows are more tables`,
      inks.quiet,
      13,
    ),
    ...arrows.map((arrow) => arc(arrow, yOf(arrow.by), yOf(arrow.of))),
    ...order.map((module) => label(module, yOf(module))),
    '</svg>',
    '',
  ].join('\n')
}

function arrowsOf(): Arrow[] {
  const pairs = Map.groupBy(readsOfOthers(), ({ by, of }) => `${by} ${of}`)
  return [...pairs.values()]
    .flatMap((reads) => {
      const [first] = reads
      return first ? [{ by: first.by, of: first.of, tables: [...new Set(reads.map(({ table }) => table))].sort() }] : []
    })
    .sort((one, other) => `${one.by} ${one.of}`.localeCompare(`${other.by} ${other.of}`))
}

/** Takes away, again and again, who reads nobody to the bottom, else who reads most and is read least to the top. */
function orderOf(arrows: readonly Arrow[]): string[] {
  const left = new Set(arrows.flatMap(({ by, of }) => [by, of]).sort())
  const head: string[] = []
  const tail: string[] = []
  while (left.size > 0) {
    const open = arrows.filter(({ by, of }) => left.has(by) && left.has(of))
    const reads = (module: string) => open.filter(({ by }) => by === module).length
    const isRead = (module: string) => open.filter(({ of }) => of === module).length
    const leaf = [...left].find((module) => reads(module) === 0)
    const next =
      leaf ?? [...left].sort((one, other) => reads(other) - isRead(other) - (reads(one) - isRead(one)))[0] ?? ''
    if (leaf === undefined) head.push(next)
    else tail.unshift(next)
    left.delete(next)
  }
  return [...head, ...tail]
}

function arc({ by, of, tables }: Arrow, from: number, to: number): string {
  const way = from < to ? 'down' : 'up'
  const side = way === 'down' ? middle + 70 : middle - 70
  const bend = side + (way === 'down' ? 1 : -1) * (30 + Math.abs(to - from) * 0.42)
  const width = Math.min(1 + tables.length * 0.5, 4)
  return (
    `<path d="M${side} ${from - 4} C${bend} ${from - 4} ${bend} ${to - 4} ${side} ${to - 4}" fill="none" ` +
    `stroke="${inks[way]}" stroke-opacity="0.75" stroke-width="${width}" marker-end="url(#${way})">` +
    `<title>${by} reads ${tables.join(', ')} of ${of}</title></path>`
  )
}

const marker = (way: 'down' | 'up') =>
  `<marker id="${way}" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="9" ` +
  `markerHeight="9" orient="auto"><path d="M0 0 8 4 0 8z" fill="${inks[way]}"/></marker>`

const text = (x: number, y: number, words: string, ink: string, size: number) =>
  `<text x="${x}" y="${y}" fill="${ink}" font-size="${size}">${words}</text>`

const label = (module: string, y: number) =>
  `<text x="${middle}" y="${y}" fill="${inks.text}" font-size="13" text-anchor="middle">${module}</text>`
