import { mediaUrl } from '#src/platform/blobs/addresses.ts'

/** Of one that is fetched, or that could not be: its id stands for a file. */
const name = /^([0-9a-f]{32})(?:-\d{1,4}-[0-9a-f]{16}\.(?:jpg|webp)|-failed)?$/
const longestAddress = 2_000

/** A picture of a shop, at the address of this installation. */
export function pictureAddress(given: string): string | undefined {
  const value = given.trim()
  return nameIn(value) === undefined ? undefined : value
}

function nameIn(address: string): string | undefined {
  const [base] = [mediaUrl(''), '/media/'].filter((one) => address.startsWith(one))
  const found = base === undefined ? '' : address.slice(base.length)
  return name.test(found) ? found : undefined
}

/** A picture elsewhere, which an import has fetched; in one spelling. */
export function foreignPicture(given: string): string | undefined {
  const value = given.trim()
  const url = /^(?:https?:)?\/\//i.test(value) ? URL.parse(value.startsWith('//') ? `https:${value}` : value) : null
  return url !== null && url.href.length <= longestAddress ? url.href : undefined
}

/** The address of a picture that is being fetched. Staff reads it, so that a changed text keeps it. */
export const waitingAddress = (id: string): string => mediaUrl(ownerIn(id))

/** The address of a picture that could not be fetched. Nobody reads it; the picture comes back if a fetch succeeds. */
export const failedAddress = (id: string): string => `${mediaUrl(ownerIn(id))}-failed`

const ownerIn = (id: string) => id.replaceAll('-', '')

const pictures = /<img src="([^"]*)"((?: (?:alt|width|height)="[^"]*")*) \/>/g

/** What becomes of a picture: another address, with its measures where they are known, or nothing. */
export type ShownPicture = { src: string; width?: number; height?: number } | 'kept' | 'left out'

/** Cleaned HTML with its pictures as `find` says. A text may show one smaller than it is: its height follows. */
export function withPictures(html: string, find: (src: string) => ShownPicture): string {
  let isShorter = false
  const changed = html.replace(pictures, (picture, src: string, rest: string) => {
    const found = find(decoded(src))
    if (found === 'kept') return picture
    if (found === 'left out') {
      isShorter = true
      return ''
    }
    const given = Number(/ width="(\d+)"/.exec(rest)?.[1])
    const address = `<img src="${encoded(found.src)}"`
    if (found.width === undefined || found.height === undefined) return `${address}${rest} />`
    const width = Math.min(given || found.width, found.width)
    const height = Math.max(1, Math.round((found.height * width) / found.width))
    const alt = / alt="[^"]*"/.exec(rest)?.[0] ?? ''
    return `${address} width="${width}" height="${height}"${alt} />`
  })
  return isShorter ? changed.replace(/<(p|figure)>\s*<\/\1>/g, '') : changed
}

/** Those of its pictures that are files. */
export function withFilesAlone(html: string): string {
  return withStates(html, [])
}

/** The same with those that are being fetched. */
export function withWaiting(html: string): string {
  return withStates(html, ['waiting'])
}

function withStates(html: string, kept: readonly string[]): string {
  if (!html.includes('<img ')) return html
  return withPictures(html, (src) => {
    const state = stateOf(src)
    return state === 'file' || kept.includes(state) ? 'kept' : 'left out'
  })
}

/** Of a stored text, whose addresses may be from before the service had another. */
const nameAtEnd = (src: string) => src.slice(src.lastIndexOf('/') + 1)

function stateOf(src: string): 'file' | 'waiting' | 'failed' {
  const found = nameAtEnd(src)
  return found.length === 32 ? 'waiting' : found.endsWith('-failed') ? 'failed' : 'file'
}

/** Addresses of the pictures in cleaned HTML, each once, with the first description that one has. */
export function addressesInHtml(html: string): Map<string, string | null> {
  const found = new Map<string, string | null>()
  for (const [, src = '', rest = ''] of html.matchAll(pictures)) {
    const address = decoded(src)
    if (!found.has(address)) found.set(address, decoded(/ alt="([^"]*)"/.exec(rest)?.[1] ?? '') || null)
  }
  return found
}

/** The id in an address of this installation. */
export function pictureIdAt(address: string): string | undefined {
  const found = nameIn(address)
  return found === undefined ? undefined : idOf(found)
}

/** Ids of the pictures of the shop in cleaned HTML, each once. */
export function picturesInHtml(html: string | null | undefined): string[] {
  const found = (html ?? '').matchAll(/<img src="[^"]*\/([0-9a-f]{32})[-"]/g)
  return [...new Set([...found].map(([, owner = '']) => idOf(owner)))]
}

/** The id in an address of a stored text that is no file's yet. */
export function waitingAt(src: string): string | undefined {
  return stateOf(src) === 'file' ? undefined : idOf(nameAtEnd(src))
}

/** Ids of pictures in cleaned HTML that are no files yet. */
export function waitingInHtml(html: string | null | undefined): string[] {
  if (!html?.includes('<img ')) return []
  return [...new Set([...addressesInHtml(html).keys()].flatMap((src) => waitingAt(src) ?? []))]
}

const idOf = (owner: string) => owner.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const encoded = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const decoded = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
