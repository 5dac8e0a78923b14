import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onceSuccessful } from '#src/platform/lib/once-successful.ts'
import { type Contract, chaptersOf } from '../contract/contract-model.ts'
import { followLink, rewriteLinks, type Served } from './links.ts'
import { renderLanguageModelTexts } from './llms.ts'
import { pictureSize } from './picture-size.ts'
import { addressOfFile, type GuidePage, sections, startFile } from './plan.ts'
import { renderFrame } from './render-frame.ts'
import { renderMarkdown } from './render-markdown.ts'
import { makeSearchIndex } from './search-index.ts'

interface Answer {
  type: string
  body: string | Buffer
}

/** The guide, as what it answers at each of its addresses. */
export interface Guide {
  /** Undefined for an address that is not of the guide. */
  read(address: string): Promise<Answer | undefined>
  /** All addresses. */
  addresses: readonly string[]
}

export const repository = fileURLToPath(new URL('../../../../', import.meta.url))

const types: Record<string, string> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Beside pictures: files that pages link to. They are shown as text. */
const assetPattern = 'docs/**/*.{png,svg,sql,html,txt}'
const loaded: Record<string, string> = {
  '/guide/guide.css': fileURLToPath(new URL('guide.css', import.meta.url)),
  '/guide/text.css': fileURLToPath(new URL('text.css', import.meta.url)),
  '/guide/search.js': fileURLToPath(new URL('search.js', import.meta.url)),
  '/guide/minisearch.js': fileURLToPath(import.meta.resolve('minisearch')),
}

/** Reads the texts, which are rendered when they are asked for, and then kept; so is the contract. */
export async function createGuide(contract: () => Contract): Promise<Guide> {
  const pages = await readPages()
  const assets = new Map(
    globSync(assetPattern, { cwd: repository }).map((file) => [file.replace('docs', '/guide'), file]),
  )
  const served = servedBy(pages, new Set(assets.values()), contract)
  const byAddress = new Map(pages.map((page) => [page.address, page]))
  const navigation = sections
    .map(({ title }) => ({ title, pages: pages.filter(({ file, section }) => section === title && !isRecord(file)) }))
    .filter((section) => section.pages.length > 0)

  const made = new Map<string, () => Promise<Answer>>()
  const text = (type: string, make: () => string | Promise<string>) =>
    onceSuccessful(async () => ({ type, body: await make() }))
  for (const [index, page] of pages.entries()) {
    const [previous, next] = [pages[index - 1], pages[index + 1]]
    const show = async () => {
      const content = await renderMarkdown(page.markdown, {
        follow: (link) => followLink(served, page.file, link),
        measure: (picture) => measure(followLink(served, page.file, picture)),
      })
      return renderFrame({ page, section: page.section, content, navigation, previous, next })
    }
    made.set(page.address, text('text/html; charset=utf-8', show))
    made.set(
      `${page.address}.md`,
      text('text/markdown; charset=utf-8', () => rewriteLinks(served, page.file, page.markdown)),
    )
  }
  const { short, full } = renderLanguageModelTexts(pages, (page) => rewriteLinks(served, page.file, page.markdown))
  if (byAddress.has('/guide')) {
    made.set('/guide/llms.txt', text('text/plain; charset=utf-8', short))
    made.set('/guide/llms-full.txt', text('text/plain; charset=utf-8', full))
  }
  made.set(
    '/guide/search.json',
    text('application/json; charset=utf-8', () => makeSearchIndex(pages, contract())),
  )
  for (const [address, path] of Object.entries(loaded)) {
    made.set(
      address,
      text(types[extname(path)] as string, () => readFile(path, 'utf8')),
    )
  }

  async function measure(address: string | undefined) {
    const file = address === undefined ? undefined : assets.get(address)
    return file === undefined ? undefined : pictureSize(join(repository, file))
  }

  return {
    addresses: [...made.keys(), ...assets.keys()],
    async read(address) {
      const asset = assets.get(address)
      if (asset !== undefined) {
        const body = await readFile(join(repository, asset))
        return { type: types[extname(asset)] ?? 'text/plain; charset=utf-8', body }
      }
      return made.get(address)?.()
    },
  }
}

function isRecord(file: string): boolean {
  return /^docs\/decisions\/\d/.test(file)
}

/** In their order. A file that is not installed is left out. */
async function readPages(): Promise<GuidePage[]> {
  const pages = await Promise.all(
    filesInOrder().map(async ({ file, section }) => {
      const markdown = await readFile(join(repository, file), 'utf8').catch(() => undefined)
      if (markdown === undefined) return []
      return [{ file, section, markdown, address: addressOfFile(file), title: titleOf(file, markdown) }]
    }),
  )
  return pages.flat()
}

function filesInOrder(): { file: string; section: string }[] {
  const planned = new Set(sections.flatMap(({ files }) => files))
  const others = globSync('docs/**/*.md', { cwd: repository })
    .filter((file) => !planned.has(file))
    .sort()
  const last = sections.at(-1)?.title ?? ''
  const sectionOf = (file: string) =>
    sections.find(({ files }) => files.some((one) => dirname(one) === dirname(file)))?.title ?? last
  return sections.flatMap(({ title, files }) =>
    [...files, ...others.filter((file) => sectionOf(file) === title)].map((file) => ({ file, section: title })),
  )
}

function titleOf(file: string, markdown: string): string {
  const [, heading = file] = /^# (.+)$/m.exec(markdown) ?? []
  return file === startFile ? 'Welcome' : heading.replaceAll('`', '')
}

function servedBy(pages: readonly GuidePage[], assets: ReadonlySet<string>, contract: () => Contract): Served {
  const files = new Set(pages.map(({ file }) => file))
  // Of each operation its heading; making the contract for each link took two thirds of the time of the guide.
  let addresses: Map<string, string> | undefined
  return {
    isPage: (file) => files.has(file),
    isAsset: (file) => assets.has(file),
    operation(name) {
      addresses ??= new Map(
        chaptersOf(contract()).flatMap(({ slug, operations }) =>
          operations.map(({ operationId }) => [operationId, `/docs/${slug}#${operationId}`]),
        ),
      )
      return addresses.get(name)
    },
  }
}
