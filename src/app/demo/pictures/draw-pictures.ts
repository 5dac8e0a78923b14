import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeQuietly } from '#src/modules/catalog/index.ts'
import { findDefaultMerchant } from '#src/modules/merchants/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { drawingThatShows } from './drawings.ts'
import { selectUndrawn } from './queries.ts'

const script = fileURLToPath(new URL('./draw-process.ts', import.meta.url))

/** The first requests of whoever has just started the service come before. */
const pauseMs = 2_000

type Services = Pick<Dependencies, 'db' | 'shop' | 'config' | 'blobs' | 'renderer' | 'logger'>

/**
 * Draws the pictures of the demo shop that are not there yet, one after the other, beside the service. What a stop or a
 * crash leaves is drawn at the next start; two processes that draw the same picture write the same files.
 */
export function drawPictures(deps: Services, afterMs = pauseMs): { done: Promise<void>; stop(): Promise<void> } {
  const ending = new AbortController()
  const begin = setTimeout(afterMs, undefined, { signal: ending.signal, ref: false })
  const done = begin
    .then(() => drawAll(deps, ending.signal))
    .catch((error) => {
      if (!ending.signal.aborted) deps.logger.warn({ err: error }, 'the pictures of the demo shop are not all drawn')
    })
  return {
    done,
    async stop() {
      ending.abort()
      await done
    },
  }
}

/** Pictures after which it asks again what comes first: collections by rules get products seconds after the start. */
const askedAfter = 25

async function drawAll(deps: Services, signal: AbortSignal): Promise<void> {
  const merchant = await findDefaultMerchant(deps.db)
  if (merchant === undefined) return
  const taken = new Set<string>()
  const nextOnes = async () => {
    const undrawn = await selectUndrawn(deps.db, merchant.id)
    return undrawn.filter(({ id }) => !taken.has(id)).slice(0, askedAfter)
  }
  let pictures = await nextOnes()
  if (pictures.length === 0) return
  const child = fork(script, { serialization: 'advanced', env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  try {
    for (; pictures.length > 0; pictures = await nextOnes()) {
      for (const { id, alt } of pictures) {
        taken.add(id)
        const drawing = drawingThatShows(alt)
        if (drawing === undefined) continue
        signal.throwIfAborted()
        const png = await toPng(child, drawing.svg, signal)
        await makeQuietly(deps.shop(merchant.id), deps, { merchantId: merchant.id, id }, bytesOf(png))
      }
    }
    deps.logger.debug({ pictures: taken.size }, 'the pictures of the demo shop are drawn')
  } finally {
    child.kill('SIGKILL')
  }
}

async function toPng(child: ChildProcess, svg: string, signal: AbortSignal): Promise<Buffer> {
  const heard = new AbortController()
  const options = { signal: AbortSignal.any([signal, heard.signal]) }
  child.send(svg, () => {})
  try {
    return await Promise.race([
      once(child, 'message', options).then(([png]) => Buffer.from(png as Uint8Array)),
      once(child, 'exit', options).then(() => {
        throw new Error('the process that draws has ended')
      }),
    ])
  } finally {
    heard.abort()
  }
}

async function* bytesOf(png: Buffer): AsyncGenerator<Buffer> {
  yield png
}
