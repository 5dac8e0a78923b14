import { ApiError, read, type Schemas } from '@commerce-platform/client'
import { t } from '#console/lib/text.ts'
import { messageOf } from './queries.ts'
import { sendBy } from './sending.ts'
import { files } from './session.ts'

export type Picture = Schemas['Picture']

const mebibyte = 1024 * 1024
/** What the chooser of files offers. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
export const videoType = 'video/mp4'

/** A file that is no picture of the shop, and why. */
export class RefusedPicture extends Error {
  override readonly name = 'RefusedPicture'
}

/**
 * Makes a picture of the shop of a file. `onShare` is told how much of it has been sent, from 0 to 1.
 * @throws RefusedPicture
 */
export async function sendPicture(file: File, signal: AbortSignal, onShare: (share: number) => void): Promise<Picture> {
  const { name, size, type } = file
  const most = type === videoType ? 100 : 20
  if (size > most * mebibyte) throw new RefusedPicture(t('{name} is larger than {most} MiB.', { name, most }))
  if (size === 0) throw new RefusedPicture(t('{name} is empty.', { name }))
  if (type !== '' && !/^(?:image|video)\//.test(type)) throw new RefusedPicture(t('{name} is no picture.', { name }))
  const key = crypto.randomUUID()
  const done = sendBy(key, (request) => sendTelling(request, onShare))
  try {
    const answer = files.POST('/admin/media', {
      params: { header: { 'idempotency-key': key } },
      headers: { 'content-type': type || 'application/octet-stream' },
      body: file as never,
      bodySerializer: (body) => body,
      signal,
    })
    return pictureOf(await read(answer), name)
  } catch (error) {
    throw signal.aborted || error instanceof RefusedPicture ? error : new RefusedPicture(reasonOf(name, most, error))
  } finally {
    done()
  }
}

/** As galleries have it. @throws RefusedPicture */
export function pictureOf(media: Schemas['Media'], name: string): Picture {
  const { id, url, width, height, alt, focus, sizes, video } = media
  if (url === null || width === null || height === null) throw new RefusedPicture(t('{name} is not ready.', { name }))
  return { id, url, width, height, alt, focus, sizes, ...(video !== undefined && { video }) }
}

/** `beach.jpg is broken or incomplete.` */
function reasonOf(name: string, most: number, error: unknown): string {
  if (!(error instanceof ApiError)) return `${name}: ${messageOf(error)}`
  if (error.status === 413) return t('{name} is larger than {most} MiB.', { name, most })
  const [fault] = error.faults
  return fault === undefined ? `${name}: ${messageOf(error)}` : `${name} ${fault.message}.`
}

async function sendTelling(request: Request, onShare: (share: number) => void): Promise<Response> {
  const body = await request.blob()
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(request.method, request.url)
    request.headers.forEach((value, name) => {
      sending.setRequestHeader(name, value)
    })
    sending.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 1)
    sending.onload = () => resolve(answerOf(sending))
    // As `fetch` says it.
    sending.onerror = () => reject(new TypeError(t('the connection was lost')))
    sending.onabort = () => reject(request.signal.reason)
    request.signal.addEventListener('abort', () => sending.abort(), { once: true })
    sending.send(body)
  })
}

function answerOf(sent: XMLHttpRequest): Response {
  const lines = sent.getAllResponseHeaders().trim().split('\r\n')
  const headers = lines
    .map((line) => line.split(/: (.*)/s))
    .map(([name = '', value = '']): [string, string] => [name, value])
  return new Response(sent.responseText, { status: sent.status, headers })
}
