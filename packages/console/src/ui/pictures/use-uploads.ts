import { useEffect, useRef, useState } from 'react'
import { type Picture, RefusedPicture, sendPicture } from '#console/data/send-picture.ts'
import { firstFrame, sendPoster } from '#console/data/send-video.ts'
import { t } from '#console/lib/text.ts'

/** A file on its way. */
export interface Upload {
  key: number
  name: string
  /** How much of it is sent, from 0 to 1; then the service makes its sizes. */
  share: number
}

/** Sent at the same time: the next one arrives while the service makes the sizes of the one before. */
const atOnce = 2

let lastKey = 0

/** Sends files, and hands over their pictures in the order of the files. Those that wait end with their page. */
export function useUploads(onPicture: (picture: Picture, file: File) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [faults, setFaults] = useState<readonly string[]>([])
  const accept = useRef(onPicture)
  useEffect(() => {
    accept.current = onPicture
  })
  const left = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    left.current = controller
    return () => controller.abort()
  }, [])
  const queue = useRef({ waiting: [] as (() => Promise<void>)[], running: 0, before: Promise.resolve() })

  function next(): void {
    const { waiting, running } = queue.current
    const run = running < atOnce ? waiting.shift() : undefined
    if (run === undefined) return
    queue.current.running += 1
    void run().finally(() => {
      queue.current.running -= 1
      next()
    })
    next()
  }

  function add(files: readonly File[], refused: readonly string[] = []): void {
    const signal = left.current?.signal
    setFaults(refused)
    if (signal === undefined) return
    for (const file of files) {
      const key = ++lastKey
      const change = (share: number) =>
        setUploads((now) => now.map((one) => (one.key === key ? { ...one, share } : one)))
      setUploads((now) => [...now, { key, name: file.name, share: 0 }])
      const sent = Promise.withResolvers<Picture>()
      const { before } = queue.current
      queue.current.before = (async () => {
        const [, outcome] = await Promise.allSettled([before, sent.promise])
        if (signal.aborted) return
        setUploads((now) => now.filter((one) => one.key !== key))
        if (outcome.status === 'fulfilled') accept.current(outcome.value, file)
        else setFaults((now) => [...now, textOf(outcome.reason)])
      })()
      queue.current.waiting.push(() => send(file, signal, change).then(sent.resolve, sent.reject))
    }
    next()
  }
  return { uploads, faults, add }
}

/** A video gets its first second as its picture; where it cannot be played here, the service's own stays. */
async function send(...[file, signal, onShare]: Parameters<typeof sendPicture>): Promise<Picture> {
  const picture = await sendPicture(file, signal, onShare)
  const frame = picture.video ? await firstFrame(file) : undefined
  return frame === undefined ? picture : sendPoster(picture.id, frame).catch(() => picture)
}

function textOf(error: unknown): string {
  return error instanceof RefusedPicture ? error.message : t('A picture could not be sent.')
}
