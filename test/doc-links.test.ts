import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { it } from 'node:test'

const root = join(import.meta.dirname, '..')
const pages = globSync(['*.md', '{docs,deploy,examples,packages,src,test,tools}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules', '**/dist'],
})

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function leadsNowhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? join(root, page) : join(root, dirname(page), path)
  return !existsSync(target) || (anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor))
}

it('every link of a page to a file or a heading leads there', () => {
  assert.ok(pages.length > 100)
  const broken = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link) && leadsNowhere(page, link))
      .map((link) => `${page}: ${link}`),
  )
  assert.deepEqual(broken, [])
})
