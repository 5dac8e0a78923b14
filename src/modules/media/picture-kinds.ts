/** Bytes at the beginning of a file that tell what it is. */
export const headLength = 64

interface Kind {
  name: string
  isSupported: boolean
  /** What to do with one that is not. */
  advice?: string
  matches(head: Buffer): boolean
}

const begins = (...bytes: number[]) => {
  const expected = Buffer.from(bytes)
  return (head: Buffer) => head.subarray(0, expected.length).equals(expected)
}
const textAt = (head: Buffer, at: number, length: number) => head.toString('latin1', at, at + length)
/** The brands of an ISO media file: the main one, and those it is compatible with. */
const hasBrand = (head: Buffer, brands: RegExp) =>
  textAt(head, 4, 4) === 'ftyp' &&
  brands.test(textAt(head, 8, 4) + textAt(head, 16, Math.min(headLength, head.readUInt32BE(0)) - 16))

/** By content, whatever its name or content type says. */
const kinds: readonly Kind[] = [
  { name: 'jpeg', isSupported: true, matches: begins(0xff, 0xd8, 0xff) },
  { name: 'png', isSupported: true, matches: begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { name: 'gif', isSupported: true, matches: (head) => /^GIF8[79]a/.test(textAt(head, 0, 6)) },
  {
    name: 'webp',
    isSupported: true,
    matches: (head) => textAt(head, 0, 4) === 'RIFF' && textAt(head, 8, 4) === 'WEBP',
  },
  { name: 'avif', isSupported: true, matches: (head) => hasBrand(head, /avi[fs]/) },
  // The builds of sharp have no decoder of it: HEVC is patented.
  {
    name: 'HEIC',
    isSupported: false,
    advice: 'export it as a JPEG; an iPhone takes JPEGs with Settings, Camera, Formats, Most Compatible',
    matches: (head) => hasBrand(head, /hei[cxms]|hev[cx]|mif1/),
  },
  {
    name: 'QuickTime',
    isSupported: false,
    advice: 'export it as an MP4 in H.264',
    matches: (head) => textAt(head, 4, 4) === 'ftyp' && textAt(head, 8, 4) === 'qt  ',
  },
  { name: 'mp4', isSupported: true, matches: (head) => hasBrand(head, /iso[m2-9]|mp4[12]|avc1|M4V |MSNV|dash/) },
  {
    name: 'WebM',
    isSupported: false,
    advice: 'export it as an MP4 in H.264',
    matches: begins(0x1a, 0x45, 0xdf, 0xa3),
  },
  { name: 'TIFF', isSupported: false, matches: (head) => ['II*\0', 'MM\0*'].includes(textAt(head, 0, 4)) },
  { name: 'PDF', isSupported: false, matches: (head) => textAt(head, 0, 5) === '%PDF-' },
  {
    name: 'SVG',
    isSupported: false,
    matches: (head) => /^[\s\xef\xbb\xbf]*<(\?xml|svg|!DOCTYPE|!--)/i.test(textAt(head, 0, 64)),
  },
]

export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

/** The kind of a file that is taken, or why it is not. */
export function kindOf(head: Buffer): { kind: PictureKind | 'mp4' } | { refusal: string } {
  const found = head.length < 12 ? undefined : kinds.find(({ matches }) => matches(head))
  if (found?.isSupported) return { kind: found.name as PictureKind | 'mp4' }
  const what = found === undefined ? 'is no picture' : `is ${found.name}`
  return { refusal: `${what}; ${found?.advice ?? 'send a JPEG, PNG, WebP, AVIF, GIF or MP4'}` }
}
