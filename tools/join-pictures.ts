import sharp from 'sharp'

/** One picture of several, side by side and equally high. */
export async function joinPictures(files: readonly string[]): Promise<Buffer> {
  const [height, gap] = [640, 16]
  const parts = await Promise.all(files.map((file) => sharp(file).resize({ height }).toBuffer()))
  const widths = await Promise.all(parts.map(async (part) => (await sharp(part).metadata()).width))
  const width = widths.reduce((sum, one) => sum + one + gap, -gap)
  const lefts = widths.map((_, index) => widths.slice(0, index).reduce((sum, one) => sum + one + gap, 0))
  return sharp({ create: { width, height, channels: 3, background: '#d9d5cd' } })
    .composite(parts.map((input, index) => ({ input, left: lefts[index] ?? 0, top: 0 })))
    .png({ palette: true, effort: 9 })
    .toBuffer()
}
