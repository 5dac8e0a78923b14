import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from './context.ts'
import { unwritable } from './disk.ts'
import { isLostConnection } from './problems.ts'

/** Writes the body of an answer to a file, or to standard output. */
export async function save(context: Context, response: Response, file: string | undefined): Promise<void> {
  const { body } = response
  if (body === null) return
  const from = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
  if (file === undefined || file === '-') {
    for await (const chunk of from) context.streams.out.write(chunk)
    return
  }
  // A lost connection must not leave half a file under the name of a whole one.
  const part = `${file}.part`
  try {
    await pipeline(from, createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    if (isLostConnection(error) || context.signal.aborted) throw error
    throw unwritable(file, error)
  }
  context.output.result({ file }, () => `Written to ${file}.`)
}
