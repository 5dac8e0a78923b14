import { setPriority } from 'node:os'
import sharp from 'sharp'

/** Makes PNGs of drawings, as a process of its own: the service itself loads no codec. */

// Requests come first.
setPriority(10)
sharp.cache(false)
sharp.concurrency(1)

process.on('message', (svg: string) => {
  sharp(Buffer.from(svg))
    .png()
    .toBuffer()
    .then((png) => process.send?.(png))
})
// The service has ended, however.
process.on('disconnect', () => process.exit())
