import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { it } from 'node:test'
import { temporaryFolder } from '#test/support/process.ts'
import { writeGuide } from './write-guide.ts'

it('npm run guide writes files whose relative links and anchors lead somewhere', async (t) => {
  const folder = await temporaryFolder(t)
  const written = await writeGuide(folder)
  const files = new Set(globSync('**/*.*', { cwd: folder }))
  assert.equal(files.size, written)
  for (const name of ['index.html', 'index.md', 'search.json', 'docs/orders.html', 'llms.txt', 'pages.css']) {
    assert.ok(files.has(name), name)
  }
  const texts = new Map([...files].map((name) => [name, /\.(html|md|txt)$/.test(name) ? read(folder, name) : '']))
  const broken: string[] = []
  for (const [name, text] of texts) {
    for (const link of linksOf(name, text)) {
      if (/^[a-z]+:/.test(link)) continue
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? name : relative(folder, join(folder, dirname(name), path))
      const page = texts.get(target)
      const isThere =
        page !== undefined && (anchor === undefined || !target.endsWith('.html') || page.includes(` id="${anchor}"`))
      if (!isThere) broken.push(`${name}: ${link}`)
    }
  }
  assert.deepEqual(broken, [])
})

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

/** In Markdown those outside of code that the guide has rewritten; others are files of the repository. */
function linksOf(name: string, text: string): string[] {
  if (name.endsWith('.html')) return [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link = '']) => link)
  return name === 'llms.txt' ? [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link) : []
}
