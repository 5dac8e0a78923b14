import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, read, type Schemas } from '@commerce-platform/client'
import { reachService } from '../connection.ts'
import type { Context } from '../context.ts'
import { isLostConnection, Problem, wrongUsage } from '../problems.ts'
import { deleteSetting, readSetting, writeSetting } from '../settings-folder.ts'

export interface ImportRequest {
  file: string
  type: string
  query: Record<string, string>
}

const attempts = 8

/**
 * Sends a file as an import, and answers its result. After a lost connection the same file goes again under the same
 * id, so that the service continues where it stopped; so does the same command after this process was killed.
 *
 * @throws Problem if the service stays away
 */
export async function sendImport(context: Context, request: ImportRequest): Promise<Schemas['Import']> {
  const setting = `${importName(context, request)}.json`
  const { id } = readSetting<{ id: string }>(setting) ?? { id: randomUUID() }
  writeSetting(setting, { id })
  let rows = 0
  const stopWatching = watch(context, id, (last) => {
    rows = Math.max(rows, last)
    context.output.progress(`${rows.toLocaleString('en')} rows`)
  })
  try {
    for (let attempt = 1, before = rows; ; attempt++) {
      try {
        const done = await send(context, request, id)
        deleteSetting(setting)
        return done
      } catch (error) {
        context.signal.throwIfAborted()
        if (!isTemporary(error)) {
          deleteSetting(setting)
          throw error
        }
        if (rows > before) attempt = 1
        before = rows
        if (attempt === attempts) throw gone(rows)
        context.output.note(`The connection was lost after ${rows.toLocaleString('en')} rows; going on`)
      }
      await wait(Math.min(500 * 2 ** (attempt - 1), 10_000), undefined, { signal: context.signal })
    }
  } finally {
    stopWatching()
  }
}

function gone(rows: number): Problem {
  return new Problem(
    `the service has stopped answering after ${rows.toLocaleString('en')} rows`,
    'They are kept. Run the same command again, and it goes on from there.',
    5,
  )
}

async function send(context: Context, { file, type, query }: ImportRequest, id: string): Promise<Schemas['Import']> {
  const { url, apiKey, merchantId, deviceId } = context.account()
  const headers = { 'access-token': apiKey, 'device-id': deviceId, 'merchant-id': merchantId, 'import-id': id }
  const body = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
  const options = { method: 'POST', headers: { ...headers, 'content-type': type }, body, signal: context.signal }
  const answer = await reachService(`${url}/admin/products/import?${new URLSearchParams(query)}`, {
    ...options,
    // A stream as the body asks for it; the types of the browser do not know it.
    ...({ duplex: 'half' } as object),
  })
  const json = await answer.json()
  if (!answer.ok) throw new ApiError(answer.status, json.error ?? {})
  return json.data
}

/** Asks once a second how far the import is, until it is stopped. */
function watch(context: Context, id: string, onRows: (rows: number) => void): () => void {
  const { api } = context.client()
  let isAsking = false
  const timer = setInterval(async () => {
    if (isAsking) return
    isAsking = true
    const state = await read(api.GET('/admin/products/imports/{id}', { params: { path: { id } } })).catch(
      () => undefined,
    )
    if (state !== undefined) onRows(state.last_row)
    isAsking = false
  }, 1_000)
  return () => clearInterval(timer)
}

/** Also an import of this id that the service believes to be running: the one whose connection was lost. */
function isTemporary(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || [408, 409, 429].includes(error.status)
  return isLostConnection(error) || error instanceof SyntaxError
}

/** The same file for the same shop with the same options has the same name; a file that was changed has another. */
function importName(context: Context, { file, query }: ImportRequest): string {
  let stats: Stats
  try {
    stats = statSync(file)
  } catch {
    throw wrongUsage(`there is no file ${file}`)
  }
  if (!stats.isFile()) throw wrongUsage(`${file} is no file`)
  const { url, merchantId } = context.account()
  const identity = JSON.stringify([url, merchantId, resolve(file), stats.size, stats.mtimeMs, query])
  return `import-${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`
}
