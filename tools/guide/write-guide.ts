import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, extname, join, posix } from 'node:path'
import { consoleFolder } from '#src/modules/site/console/folder.ts'
import { type Contract, chaptersOf } from '#src/modules/site/contract/contract-model.ts'
import { createReader } from '#src/modules/site/contract/reader.ts'
import { createGuide, repository } from '#src/modules/site/guide/guide.ts'

type Files = Map<string, string | Buffer>

/** Writes the guide to a folder, and answers how many files it has. */
export async function writeGuide(folder: string): Promise<number> {
  const json = await readFile(join(repository, 'openapi.json'), 'utf8')
  const contract = JSON.parse(json) as Contract
  const guide = await createGuide(() => contract)
  const files: Files = new Map([['/openapi.json', json]])
  for (const address of guide.addresses) {
    const answer = await guide.read(address)
    if (answer !== undefined) files.set(address, answer.body)
  }
  addReader(files, contract)
  await addStyles(files)
  for (const [address, content] of files) {
    const name = nameOf(address)
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, typeof content === 'string' ? relative(files, name, content) : content)
  }
  return files.size
}

/** Without its search, which is the service's; the guide's finds operations, too. */
function addReader(files: Files, contract: Contract): void {
  const reader = createReader(contract)
  const add = (address: string, html = '') =>
    files.set(address, html.replace(/<form role="search".*?<\/form>/s, '').replace(/<script[^>]*><\/script>/, ''))
  add('/docs', reader.start())
  for (const { slug } of chaptersOf(contract)) add(`/docs/${slug}`, reader.chapter(slug))
  for (const name of Object.keys(contract.components['schemas'] ?? {})) {
    add(`/docs/types/${name}`, reader.type(name))
  }
}

/** The styles, and the fonts of the console. */
async function addStyles(files: Files): Promise<void> {
  const site = join(repository, 'src/modules/site')
  files.set('/docs/docs.css', await readFile(join(site, 'contract/docs.css'), 'utf8'))
  const built = await readdir(join(consoleFolder, 'assets')).catch(() => [])
  let styles = await readFile(join(site, 'start/pages.css'), 'utf8')
  for (const name of ['inter-latin-wght-normal', 'inter-latin-ext-wght-normal']) {
    const font = built.find((file) => file.startsWith(`${name}-`) && file.endsWith('.woff2'))
    if (font === undefined) continue
    files.set(`/fonts/${font}`, await readFile(join(consoleFolder, 'assets', font)))
    styles = styles.replace(`console/assets/${name}.woff2`, `fonts/${font}`)
  }
  files.set('/pages.css', styles)
}

/** `/guide` is the first page of the folder; pages end in `.html`. */
function nameOf(address: string): string {
  const path = address.replace(/^\/(guide\/)?/, '')
  if (address === '/guide' || address === '/guide.md') return `index${extname(address) || '.html'}`
  return extname(path) === '' ? `${path}.html` : path
}

/** A page or a text with relative addresses. Links to what only a service has, such as the console, are taken out. */
function relative(files: Files, name: string, content: string): string {
  const to = (address: string) => {
    const [path = '', anchor] = address.split('#')
    if (!files.has(path)) return undefined
    const target = posix.relative(posix.dirname(name), nameOf(path)) || posix.basename(name)
    return anchor === undefined ? target : `${target}#${anchor}`
  }
  if (/\.(md|txt)$/.test(name)) {
    return content.replaceAll(/\]\((\/[^)\s]+)\)/g, (whole, address) => (to(address) ? `](${to(address)})` : whole))
  }
  if (!name.endsWith('.html')) return content
  const root = posix.relative(posix.dirname(name), '') || '.'
  return content
    .replaceAll(/ (href|src|data-index|data-library)="(\/[^"]*)"/g, (_whole, attribute: string, address: string) => {
      const target = to(address)
      return target === undefined ? '' : ` ${attribute}="${target}"`
    })
    .replace('data-root="/guide"', `data-root="${root}/" data-suffix=".html"`)
}
