import type { Schemas } from '@commerce-platform/client'

type Picture = Schemas['Picture']

const ofService = /^\/media\/[0-9a-f]{32}-/

/** The address by which this page may load a picture; undefined if its policy forbids it. */
export function shownAddress(address: string): string | undefined {
  const url = URL.parse(address)
  if (url === null) return undefined
  if (url.protocol === 'https:' || url.origin === location.origin) return address
  // The service may be open here under another of its names.
  return ofService.test(url.pathname) ? url.pathname : undefined
}

/** The address of a picture in the least of its sizes that is as wide. */
export function addressAt({ url, sizes }: Pick<Picture, 'url' | 'sizes'>, width: number): string {
  return sizes.find((size) => size.width >= width)?.url ?? url
}

/** The small picture of what has pictures, or an address of its own. */
export function rowAddress({ media, image_url }: { media: readonly Picture[]; image_url?: string | null }) {
  const [first] = media
  return first === undefined ? (image_url ?? null) : addressAt(first, 160)
}
