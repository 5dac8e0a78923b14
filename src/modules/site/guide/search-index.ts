import { setImmediate } from 'node:timers/promises'
import MiniSearch from 'minisearch'
import { type Contract, chaptersOf } from '../contract/contract-model.ts'
import { partsOf } from './render-markdown.ts'

export interface SearchedPage {
  address: string
  title: string
  section: string
  markdown: string
}

/** A heading of a page or an operation of the contract. The names are short: the index is sent to browsers. */
interface Entry {
  id: string
  heading: string
  text: string
  page: string
  start: string
}

/** Of a text, as much as a result shows of it. */
const shownLength = 140

/** The index as JSON. It is made page by page, so that requests are answered in between. */
export async function makeSearchIndex(pages: readonly SearchedPage[], contract: Contract): Promise<string> {
  const index = new MiniSearch<Entry>({
    fields: ['heading', 'page', 'text'],
    storeFields: ['heading', 'page', 'start'],
  })
  for (const { address, title, section, markdown } of pages) {
    const entries = partsOf(markdown).map(({ anchor, heading, text }, position) => ({
      id: position === 0 ? address : `${address}#${anchor}`,
      heading,
      text,
      page: position === 0 ? section : title,
      start: text.slice(0, shownLength),
    }))
    // A heading may stand twice on a page.
    index.addAll(entries.filter(({ id }) => !index.has(id)))
    await setImmediate()
  }
  for (const { slug, name, operations } of chaptersOf(contract)) {
    const entries = operations.map(({ operationId, method, path, summary, isEvent }) => ({
      id: `/docs/${slug}#${operationId}`,
      heading: summary,
      text: `${method} ${path} ${operationId}`,
      page: `Contract: ${name}`,
      start: isEvent ? `Event ${path}` : `${method} ${path}`,
    }))
    index.addAll(entries)
    await setImmediate()
  }
  return JSON.stringify(index)
}
