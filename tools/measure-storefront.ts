/**
 * `node tools/measure-storefront.ts [address]`: what a first visit of the home page, a list and a product costs, by the
 * browser's own figures: the median of five visits, each with an empty cache, on a desktop and a phone.
 */
import type { Response } from 'playwright-core'
import { startBrowser } from '#test/support/browser.ts'

const address = process.argv[2] ?? 'http://127.0.0.1:3100'
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }
const visits = 5

interface Figures {
  first: number
  largest: number
  shift: number
  requests: number
  pictures: number
  others: number
}

/** In the page: paints in ms, and shifts. */
const read = `new Promise((done) => {
  const figures = { first: 0, largest: 0, shift: 0 }
  const observe = (type, add) => new PerformanceObserver((list) => list.getEntries().forEach(add))
    .observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') figures.first = startTime })
  observe('largest-contentful-paint', ({ startTime }) => { figures.largest = startTime })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) figures.shift += value })
  setTimeout(() => done(figures), 300)
})`

const browser = await startBrowser()
try {
  const paths = await findPaths()
  process.stdout.write('| page | | first paint | largest paint | layout shift | requests | pictures | all else |\n')
  process.stdout.write('|---|---|---|---|---|---|---|---|\n')
  for (const [name, path] of Object.entries(paths)) {
    for (const [size, viewport] of Object.entries(sizes)) {
      const all: Figures[] = []
      for (let visit = 0; visit < visits; visit++) all.push(await measure(path, viewport))
      process.stdout.write(`${rowOf(name, size, all)}\n`)
    }
  }
} finally {
  await browser.close()
}

async function measure(path: string, viewport: { width: number; height: number }): Promise<Figures> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: viewport.width < 500 ? 3 : 1 })
  try {
    const page = await context.newPage()
    // As the browser counts them: a page is not told of what comes from another origin.
    const answers: Response[] = []
    page.on('response', (answer) => answers.push(answer))
    await page.goto(address + path, { waitUntil: 'networkidle' })
    const figures = { ...(await page.evaluate<Figures>(read)), requests: answers.length, pictures: 0, others: 0 }
    for (const answer of answers) {
      const { responseBodySize, responseHeadersSize } = await answer.request().sizes()
      const kind = answer.request().resourceType() === 'image' ? 'pictures' : 'others'
      figures[kind] += responseBodySize + responseHeadersSize
    }
    return figures
  } finally {
    await context.close()
  }
}

async function findPaths(): Promise<Record<string, string>> {
  const page = await browser.newPage({ baseURL: address })
  await page.goto('/products')
  const product = await page.locator('.card > a').first().getAttribute('href')
  await page.close()
  return { home: '/', list: '/products', product: product ?? '/' }
}

function rowOf(name: string, size: string, all: readonly Figures[]): string {
  const median = (figure: keyof Figures) => all.map((one) => one[figure]).sort((one, other) => one - other)[2] ?? 0
  const kilobytes = (figure: keyof Figures) => `${Math.round(median(figure) / 1_000)} kB`
  const ms = (figure: keyof Figures) => `${Math.round(median(figure))} ms`
  const cells = [ms('first'), ms('largest'), median('shift').toFixed(3), median('requests'), kilobytes('pictures')]
  return `| ${[name, size, ...cells, kilobytes('others')].join(' | ')} |`
}
