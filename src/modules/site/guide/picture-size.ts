import { open } from 'node:fs/promises'
import type { PictureSize } from './render-markdown.ts'

/** The size that a PNG or an SVG names at its beginning, so that a page keeps the place of a picture. */
export async function pictureSize(path: string): Promise<PictureSize | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
    const head = buffer.subarray(0, bytesRead)
    if (path.endsWith('.png')) return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(head.toString('utf8')) ?? []
    return width === undefined ? undefined : { width: Number(width), height: Number(height) }
  } finally {
    await file.close()
  }
}
