import { ApiError, read } from '@commerce-platform/client'
import { t } from '#console/lib/text.ts'
import { messageOf } from './queries.ts'
import { type Picture, pictureOf, RefusedPicture } from './send-picture.ts'
import { api, files } from './session.ts'

const waits = [200, 400, 800, 1_600, 3_000, 5_000, 10_000]

/** Makes a video of the shop of its address at a host. @throws RefusedPicture */
export async function addVideo(url: string): Promise<Picture> {
  try {
    let media = await read(api.POST('/admin/media', { body: { url } }))
    if (media.video === undefined) throw new RefusedPicture(t('Videos of this host are switched off.'))
    for (const wait of waits) {
      if (media.status !== 'processing') break
      await new Promise((done) => setTimeout(done, wait))
      media = await read(api.GET('/admin/media/{id}', { params: { path: { id: media.id } } }))
    }
    return pictureOf(media, t('The video'))
  } catch (error) {
    throw error instanceof ApiError ? new RefusedPicture(messageOf(error)) : error
  }
}

/** Makes a file the picture of a video. @throws RefusedPicture */
export async function sendPoster(id: string, file: Blob): Promise<Picture> {
  try {
    const answer = files.POST('/admin/media', {
      params: { query: { poster_of: id } },
      headers: { 'content-type': file.type || 'application/octet-stream' },
      body: file as never,
      bodySerializer: (body) => body,
    })
    return pictureOf(await read(answer), t('The picture'))
  } catch (error) {
    throw error instanceof ApiError ? new RefusedPicture(messageOf(error)) : error
  }
}

const patienceMs = 10_000

/** A picture of the first second of a video; undefined where this browser cannot play it. */
export async function firstFrame(file: File): Promise<Blob | undefined> {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  video.src = URL.createObjectURL(file)
  try {
    await new Promise((done, fail) => {
      setTimeout(fail, patienceMs)
      video.onerror = fail
      video.onloadeddata = () => {
        video.onseeked = done
        video.currentTime = Math.min(1, video.duration / 2)
      }
    })
    const canvas = document.createElement('canvas')
    const scale = Math.min(1, 2_048 / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    return (await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9))) ?? undefined
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(video.src)
  }
}
