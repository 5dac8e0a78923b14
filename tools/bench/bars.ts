import { escapeText } from './picture.ts'

/** A bar chart as SVG, linear from zero, that is readable on light and on dark pages. */

export interface BarChart {
  title: string
  subtitle: string
  /** Description of the measurement. */
  footer: string[]
  groups: { name: string; bars: Bar[] }[]
}

export interface Bar {
  name: string
  value: number
  /** Text after the value. */
  note?: string
  /** The bar that all others are compared with. */
  own?: boolean
}

const width = 760
const margin = 28
const barLeft = 168
const barRight = 650
const step = 30
const barHeight = 20
const footerStep = 18

/** Colours follow the theme of the browser: an image in a page does not know the page's theme. */
const style = `
  .card { fill: #ffffff; stroke: #d0d7de } .text { fill: #1f2328 } .muted { fill: #59636e }
  .axis { stroke: #8c959f } .bar { fill: #a3adb8 } .own { fill: #1a7f5a } .own-text { fill: #14664a }
  @media (prefers-color-scheme: dark) {
    .card { fill: #161b22; stroke: #3d444d } .text { fill: #f0f6fc } .muted { fill: #9ba7b4 }
    .axis { stroke: #6e7681 } .bar { fill: #5b6671 } .own { fill: #3fb68b } .own-text { fill: #56d4a5 }
  }`

export function drawBars({ title, subtitle, footer, groups }: BarChart): string {
  const max = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)))
  const parts: string[] = []
  let top = 92
  for (const { name, bars } of groups) {
    parts.push(text(margin, top + 4, name, 'text', 'font-weight="600" font-size="15"'))
    const first = top + 18
    bars.forEach((bar, n) => {
      parts.push(drawBar(bar, first + n * step, max))
    })
    const end = first + bars.length * step
    parts.push(`<line class="axis" x1="${barLeft}" x2="${barLeft}" y1="${first - 4}" y2="${end - 6}"/>`)
    top = end + 30
  }
  const height = top + 8 + footer.length * footerStep
  const said = groups.map(({ name, bars }) => `${name}: ${bars.map(describe).join(', ')}`).join('. ')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
      `role="img" font-family="system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="14">`,
    `<title>${escapeText(title)}</title>`,
    `<desc>${escapeText(said)}</desc>`,
    `<style>${style}\n</style>`,
    `<rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>`,
    text(margin, 38, title, 'text', 'font-size="20" font-weight="600"'),
    text(margin, 61, subtitle, 'muted'),
    ...parts,
    ...footer.map((line, n) => text(margin, top + 4 + n * footerStep, line, 'muted', 'font-size="12"')),
    '</svg>',
    '',
  ].join('\n')
}

function drawBar(bar: Bar, top: number, max: number): string {
  const length = Math.max(2, (bar.value / max) * (barRight - barLeft))
  const end = barLeft + length
  const line = top + barHeight - 5
  const [fill, color, weight] = bar.own ? ['own', 'own-text', 'font-weight="600"'] : ['bar', 'text', '']
  const note =
    bar.note === undefined ? '' : `<tspan class="muted" font-weight="400" dx="8">${escapeText(bar.note)}</tspan>`
  return (
    text(barLeft - 12, line, bar.name, color, `text-anchor="end" ${weight}`) +
    `<rect class="${fill}" x="${barLeft}" y="${top}" width="${length.toFixed(1)}" height="${barHeight}"/>` +
    `<text class="${color}" x="${(end + 8).toFixed(1)}" y="${line}" ${weight}>${figure(bar.value)}${note}</text>`
  )
}

function text(x: number, y: number, content: string, kind: string, more = ''): string {
  return `<text class="${kind}" x="${x}" y="${y}" ${more}>${escapeText(content)}</text>`
}

/** Significant digits of a benchmark. */
function figure(value: number): string {
  return Number(value.toPrecision(value < 100 ? 2 : 3)).toLocaleString('en')
}

function describe({ name, value, note }: Bar): string {
  return `${name} ${figure(value)} a second${note === undefined ? '' : ` (${note})`}`
}
