import { renderDocument, serviceMark } from '#src/platform/http/pages/frame.ts'
import { escapeHtml } from '#src/platform/mail/templates/render-html.ts'
import { renderCode } from '../markdown.ts'
import {
  type Chapter,
  type Contract,
  chaptersOf,
  exampleOf,
  type Operation,
  resolve,
  type Schema,
} from './contract-model.ts'
import { inline, renderMarkdown } from './markdown.ts'
import { renderFields } from './render-fields.ts'
import { addressOf, renderOperation } from './render-operation.ts'

/** A reader of the contract: pages of HTML, each made at its first visit. */
export interface Reader {
  /** The introduction, and all operations. */
  start(): string
  /** What has all words of a text. */
  found(text: string): string
  /** Undefined without such a chapter. */
  chapter(slug: string): string | undefined
  type(name: string): string | undefined
}

/** Longer texts find nothing more. */
const maxSearchLength = 200

export function createReader(contract: Contract): Reader {
  const chapters = chaptersOf(contract)
  const pages = new Map<string, string>()
  const once = (name: string, make: () => string) => {
    const page = pages.get(name) ?? make()
    pages.set(name, page)
    return page
  }
  const frame = (title: string, main: string, more: { slug?: string; text?: string } = {}) =>
    renderFrame(contract, chapters, { title, main, ...more })
  let sought: Sought[] | undefined
  return {
    start: () => once('/', () => frame('Introduction', renderStart(contract, chapters))),
    found(text) {
      sought ??= soughtIn(contract, chapters)
      const cut = text.slice(0, maxSearchLength)
      return frame('Search', renderFound(sought, cut), { text: cut })
    },
    chapter(slug) {
      const chapter = chapters.find((one) => one.slug === slug)
      return chapter && once(slug, () => frame(chapter.name, renderChapter(contract, chapter), { slug }))
    },
    type(name) {
      const schema = Object.hasOwn(contract.components['schemas'] ?? {}, name) && contract.components['schemas']?.[name]
      return schema ? once(`types/${name}`, () => frame(name, renderType(contract, name, schema))) : undefined
    },
  }
}

interface Framed {
  title: string
  main: string
  /** Of the chapter that is open. */
  slug?: string
  /** What was searched for. */
  text?: string
}

function openIf(isOpen: boolean): string {
  return isOpen ? ' aria-current="page"' : ''
}

function renderFrame(
  { info }: Contract,
  chapters: readonly Chapter[],
  { title, main, slug, text = '' }: Framed,
): string {
  const links = chapters.map(
    (chapter) => `<li><a href="/docs/${chapter.slug}"${openIf(chapter.slug === slug)}>${chapter.name}</a></li>`,
  )
  return renderDocument({
    language: 'en',
    root: '',
    bodyClass: 'docs',
    title: `${title} · ${info.title}`,
    head: '<link rel="stylesheet" href="/docs/docs.css">\n<script src="/docs/search.js" defer></script>\n',
    body: `<header>
<a class="shop" href="/docs">
${serviceMark}${escapeHtml(info.title)}
</a>
<nav class="sites" aria-label="Documentation">
<a href="/guide">Guide</a><a href="/docs" aria-current="true">Contract</a>
</nav>
<form role="search" action="/docs">
<input type="search" name="q" value="${escapeHtml(text)}" maxlength="${maxSearchLength}"
 placeholder="Search operations and fields" aria-label="Search">
</form>
<a class="to-chapters" href="#chapters">Chapters</a>
</header>
<main>${main}</main>
<nav id="chapters" aria-label="Chapters">
<ul><li><a href="/docs"${openIf(title === 'Introduction')}>Introduction</a></li>${links.join('')}</ul>
<p>Release ${escapeHtml(info.version)} · <a href="/openapi.json">OpenAPI 3.1</a> · <a href="/console">Console</a></p>
</nav>`,
  })
}

function renderStart({ info }: Contract, chapters: readonly Chapter[]): string {
  const lists = chapters.map(
    ({ name, slug, description, operations }) =>
      `<h3><a href="/docs/${slug}">${name}</a></h3><p>${inline(description)}</p>${listOf(operations, slug)}`,
  )
  const introduction = `<h1>${escapeHtml(info.title)}</h1>${renderMarkdown(info.description ?? '')}`
  return `${introduction}<h2 id="operations">Operations</h2>${lists.join('')}`
}

function listOf(operations: readonly Operation[], slug: string): string {
  const rows = operations.map(
    (operation) =>
      `<li><a href="/docs/${slug}#${operation.operationId}">${inline(operation.summary)}</a>` +
      `<span class="address">${addressOf(operation)}</span></li>`,
  )
  return `<ul class="operations">${rows.join('')}</ul>`
}

function renderChapter(contract: Contract, { name, slug, description, operations }: Chapter): string {
  const sections = operations.map((operation) => renderOperation(contract, operation))
  return `<h1>${name}</h1><p>${inline(description)}</p>${listOf(operations, slug)}${sections.join('')}`
}

function renderType(contract: Contract, name: string, schema: Schema): string {
  const descriptionHtml = schema.description ? `<p>${inline(schema.description)}</p>` : ''
  const example = renderCode(JSON.stringify(exampleOf(contract, schema), null, 2))
  return `<h1>${escapeHtml(name)}</h1>${descriptionHtml}${renderFields(contract, schema)}<h2>Example</h2>${example}`
}

/** An operation or a type with the words by which it is found. */
interface Sought {
  words: string
  item: string
}

function soughtIn(contract: Contract, chapters: readonly Chapter[]): Sought[] {
  const operations = chapters.flatMap(({ slug, operations: ofChapter }) =>
    ofChapter.map((operation) => {
      const { method, path, summary, description = '', parameters, requestBody, operationId } = operation
      const fields = JSON.stringify(resolve(contract, requestBody?.content['application/json']?.schema ?? {}))
      const names = parameters.map((parameter) => parameter.name).join(' ')
      return {
        words: [method, path, summary, description, operationId, names, fields].join(' ').toLowerCase(),
        item: listOf([operation], slug),
      }
    }),
  )
  const types = Object.entries(contract.components['schemas'] ?? {}).map(([name, schema]) => ({
    words: `${name} ${Object.keys(schema.properties ?? {}).join(' ')}`.toLowerCase(),
    item:
      `<ul class="operations"><li><a href="/docs/types/${name}">${name}</a>` +
      '<span class="address">type</span></li></ul>',
  }))
  return [...operations, ...types]
}

function renderFound(sought: readonly Sought[], text: string): string {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const found = words.length === 0 ? [] : sought.filter((one) => words.every((word) => one.words.includes(word)))
  const shown = found
    .map(({ item }) => item)
    .join('')
    .replaceAll('</ul><ul class="operations">', '')
  const count = found.length === 1 ? '1 operation or type' : `${found.length} operations and types`
  return `<h1>Search</h1><p role="status">${count} with “${escapeHtml(text)}”</p>${shown}`
}
