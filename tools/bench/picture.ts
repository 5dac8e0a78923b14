/** A picture of latency over data size, as SVG: both axes logarithmic, one line per kind of request. */

export interface Line {
  name: string
  points: { size: number; milliseconds: number }[]
}

const width = 720
const height = 420
const plot = { left: 70, right: 560, top: 50, bottom: 360 }
const colors = ['#2563eb', '#dc2626', '#059669', '#9333ea', '#d97706', '#0891b2']

export function drawLatency(title: string, lines: readonly Line[]): string {
  const sizes = [...new Set(lines.flatMap(({ points }) => points.map(({ size }) => size)))].sort((a, b) => a - b)
  const values = lines.flatMap(({ points }) => points.map(({ milliseconds }) => milliseconds))
  const decades = range(Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values))))
  const x = scale(Math.log10(sizes[0] ?? 1), Math.log10(sizes.at(-1) ?? 10), plot.left, plot.right)
  const y = scale(decades[0] ?? 0, decades.at(-1) ?? 1, plot.bottom, plot.top)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${plot.left}" y="28" font-size="16">${escapeText(title)}</text>`,
    ...decades.map((decade) => gridLine(y(decade), `${10 ** decade} ms`)),
    ...sizes.map((size) => {
      const at = x(Math.log10(size)).toFixed(1)
      return `<text x="${at}" y="${plot.bottom + 22}" text-anchor="middle">${size.toLocaleString('en')}</text>`
    }),
    ...lines.map((line, index) => drawLine(line, colors[index % colors.length] ?? '#000', x, y, index)),
    '</svg>',
    '',
  ].join('\n')
}

type Scale = (value: number) => number

function scale(from: number, to: number, start: number, end: number): Scale {
  return (value) => start + ((value - from) / (to - from || 1)) * (end - start)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(2, to - from + 1) }, (_, index) => from + index)
}

function gridLine(at: number, label: string): string {
  const y = at.toFixed(1)
  return (
    `<line x1="${plot.left}" x2="${plot.right}" y1="${y}" y2="${y}" stroke="#e5e7eb"/>` +
    `<text x="${plot.left - 8}" y="${(at + 4).toFixed(1)}" text-anchor="end">${label}</text>`
  )
}

function drawLine({ name, points }: Line, color: string, x: Scale, y: Scale, index: number): string {
  const places = points.map(({ size, milliseconds }) => [x(Math.log10(size)), y(Math.log10(milliseconds))] as const)
  const path = places.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ')
  const dots = places.map(([px, py]) => `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="3.5" fill="${color}"/>`)
  const legend = plot.top + 10 + index * 20
  return (
    `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}` +
    `<circle cx="${plot.right + 22}" cy="${legend - 4}" r="4" fill="${color}"/>` +
    `<text x="${plot.right + 32}" y="${legend}">${escapeText(name)}</text>`
  )
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
