import { crc32, deflateSync, inflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { keepPicture } from './keep-picture.ts'

/** A page in both themes and on a phone; `whole`, also what is below the window. */
export async function take(page: Page, name: string, { whole = false } = {}): Promise<void> {
  for (const [suffix, theme, width, height] of [
    ['', 'light', 1280, 800],
    ['-dark', 'dark', 1280, 800],
    ['-phone', 'light', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: theme })
    await page.mouse.move(0, 0)
    if (whole)
      await page.setViewportSize({ width, height: await page.evaluate('document.documentElement.scrollHeight') })
    await page.waitForLoadState('networkidle')
    // Charts are drawn anew after a change of size.
    await page.waitForTimeout(300)
    keepPicture(`console/${name}${suffix}.png`, smaller(await page.screenshot()))
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** The PNG with its pixels compressed as far as zlib can: the browser compresses for speed. */
function smaller(png: Buffer): Buffer {
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = 8; at < png.length; ) {
    const size = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + size) })
    at += 12 + size
  }
  const pixels = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const packed = { type: 'IDAT', data: deflateSync(inflateSync(pixels), { level: 9, memLevel: 9 }) }
  const kept = chunks.filter(({ type }) => type === 'IHDR' || type === 'IEND')
  kept.splice(1, 0, packed)
  return Buffer.concat([png.subarray(0, 8), ...kept.map(toChunk)])
}

function toChunk({ type, data }: { type: string; data: Buffer }): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}
