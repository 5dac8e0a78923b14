import { posix } from 'node:path'
import { addressOfFile } from './plan.ts'

/** What the guide serves, by its path from the root of the repository. */
export interface Served {
  /** Markdown files that are pages. */
  isPage(file: string): boolean
  /** Pictures and the like. */
  isAsset(file: string): boolean
  /** The address of an operation or a type in the reader of the contract. */
  operation(name: string): string | undefined
}

/**
 * The address for a link of a file: relative links lead to pages and pictures, `openapi.json` to `/docs`, and
 * `openapi.json#placeOrder` to the operation there. Undefined for other files of the repository, which the guide does
 * not serve.
 */
export function followLink(served: Served, file: string, link: string): string | undefined {
  if (/^[a-z]+:/.test(link)) return link
  const [path = '', anchor] = link.split('#')
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (path === '') return hash
  const target = posix.join(posix.dirname(file), path).replace(/\/$/, '')
  for (const page of [target, `${target}/README.md`]) if (served.isPage(page)) return addressOfFile(page) + hash
  if (target === 'openapi.json') return anchor === undefined ? '/docs' : served.operation(anchor)
  return served.isAsset(target) ? addressOfAsset(target) : undefined
}

function addressOfAsset(file: string): string {
  return `/guide/${file.replace(/^docs\//, '')}`
}

const fence = /^( *)```.*?^\1```$/gms

/** Markdown with the links of the guide: to the Markdown of its pages, outside of code. */
export function rewriteLinks(served: Served, file: string, markdown: string): string {
  const outside = (text: string) =>
    text.replaceAll(/\]\(([^)\s]+)\)/g, (whole, link: string) => {
      const address = followLink(served, file, link)
      return address === undefined ? whole : `](${address.replace(/^(\/guide[^#.]*)(#|$)/, '$1.md$2')})`
    })
  const parts: string[] = []
  let from = 0
  for (const { 0: code, index } of markdown.matchAll(fence)) {
    parts.push(outside(markdown.slice(from, index)), code)
    from = index + code.length
  }
  return [...parts, outside(markdown.slice(from))].join('')
}
