import { ImagePlus, Video, X } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Picture, pictureTypes, videoType } from '#console/data/send-picture.ts'
import { addVideo } from '#console/data/send-video.ts'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { VideoForm } from '../video-form.tsx'
import type { PictureChoice } from './choice.ts'
import { Tile, tileClass, UploadTile } from './tiles.tsx'
import { usePastedFiles } from './use-pasted-files.ts'
import { useUploads } from './use-uploads.ts'

const PictureDialog = lazy(() => import('./picture-dialog.tsx').then((module) => ({ default: module.PictureDialog })))

export interface PicturesFieldProps {
  /** Of the field; by itself `media`, Pictures, and as many as products have. */
  name?: string
  label?: string
  max?: number
  pictures: readonly Picture[]
  readOnly: boolean
  error?: string | undefined
  hint?: string | undefined
  choice?: PictureChoice
  /** Files are on their way. */
  onBusy: (busy: boolean) => void
  onPictures?: (pictures: readonly Picture[]) => void
  /** Made of a file that was added here. */
  onAdded?: (picture: Picture, file: File) => void
  onRemoved?: (id: string) => void
}

const dragged = 'application/x-picture'

/** The pictures of a form, in their order: dropped, pasted, chosen, moved, described and taken out. An input of it holds them. */
export function PicturesField(props: PicturesFieldProps) {
  const { name = 'media', label = t('Pictures'), max = 50 } = props
  const { readOnly, error, choice, onBusy, onPictures, onAdded, onRemoved } = props
  const id = useId()
  const [pictures, setPictures] = useState(props.pictures)
  const [opened, setOpened] = useState<string>()
  const [over, setOver] = useState<string>()
  const [asksVideo, setAsksVideo] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const value = useRef<HTMLTextAreaElement>(null)
  const latest = useRef(pictures)

  function set(next: readonly Picture[], { isChange = true } = {}): void {
    latest.current = next
    setPictures(next)
    onPictures?.(next)
    if (value.current === null) return
    value.current.value = JSON.stringify(next)
    // As if it was typed: the form keeps its draft, and knows that something is changed.
    if (isChange) value.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const uploads = useUploads((picture, file) => {
    if (max === 1) set([picture])
    else if (!latest.current.some((one) => one.id === picture.id)) set([...latest.current, picture])
    onAdded?.(picture, file)
  })
  const isSending = uploads.uploads.length > 0
  useEffect(() => onBusy(isSending), [isSending, onBusy])

  function add(files: readonly File[]): void {
    // One alone is replaced.
    const used = max === 1 ? 0 : latest.current.length
    const room = max - used - uploads.uploads.length
    const limit = max === 1 ? t('one picture is enough') : t('{max} pictures are the most', { max })
    const refused = files
      .slice(Math.max(0, room))
      .map((file) => t('{file} is left out: {limit}.', { file: file.name, limit }))
    uploads.add(files.slice(0, Math.max(0, room)), refused)
    // From now on the page is not left by mistake.
    value.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  function focus(index: number): void {
    const tiles = field.current?.querySelectorAll<HTMLElement>('[data-picture]')
    const tile = tiles?.[Math.min(index, tiles.length - 1)] ?? field.current?.querySelector<HTMLElement>('input')
    tile?.focus()
  }
  /** Answers where it is then. */
  function move(from: number, to: number): number {
    const place = Math.max(0, Math.min(to, pictures.length - 1))
    const next = [...pictures]
    next.splice(place, 0, ...next.splice(from, 1))
    if (place !== from) set(next)
    return place
  }
  function remove(index: number): void {
    const removed = pictures[index]
    if (removed === undefined) return
    // The next key may come before the next frame.
    flushSync(() => set(pictures.toSpliced(index, 1)))
    onRemoved?.(removed.id)
    focus(index)
  }
  function onKey(event: KeyboardEvent, index: number): void {
    const { key, shiftKey } = event
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key]
    if (step !== undefined && shiftKey && !readOnly) focus(flushSync(() => move(index, index + step)))
    else if (step !== undefined) focus(Math.max(0, index + step))
    else if ((key === 'Delete' || key === 'Backspace') && !readOnly) remove(index)
    else return
    event.preventDefault()
  }
  usePastedFiles(!readOnly, add)
  const takesFiles = (event: DragEvent) => !readOnly && event.dataTransfer.types.includes('Files')
  const at = pictures.findIndex((picture) => picture.id === opened)
  const shown = pictures[at]
  return (
    <div ref={field} role="group" aria-labelledby={`${id}-label`}>
      <textarea
        ref={value}
        name={name}
        hidden
        readOnly
        defaultValue={JSON.stringify(props.pictures)}
        onInput={({ currentTarget }) => {
          // What a draft is filled with.
          if (currentTarget.value !== JSON.stringify(latest.current))
            set(JSON.parse(currentTarget.value), { isChange: false })
        }}
      />
      <p id={`${id}-label`} className="mb-1 text-xs font-medium text-ink-2">
        {label}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files are dropped on it; the input in it chooses them by keys */}
      <div
        onDragOver={(event) => {
          if (!takesFiles(event)) return
          event.preventDefault()
          setOver('files')
        }}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget as Node | null)) setOver(undefined)
        }}
        onDrop={(event) => {
          setOver(undefined)
          if (!takesFiles(event)) return
          event.preventDefault()
          add([...event.dataTransfer.files])
        }}
        className={cx(
          'rounded border border-dashed p-2.5',
          over === 'files' ? 'border-accent bg-accent-2' : 'border-line-3',
        )}
      >
        <ol aria-label={label} className="flex flex-wrap gap-2.5">
          {pictures.map((picture, index) => (
            <li
              key={picture.id}
              draggable={!readOnly}
              onDragStart={(event) => event.dataTransfer.setData(dragged, String(index))}
              onDragOver={(event) => {
                if (readOnly || !event.dataTransfer.types.includes(dragged)) return
                event.preventDefault()
                setOver(picture.id)
              }}
              onDrop={(event) => {
                const from = event.dataTransfer.getData(dragged)
                if (from === '') return
                event.preventDefault()
                setOver(undefined)
                move(Number(from), index)
              }}
              className={cx('group/tile relative', over === picture.id && 'outline-2 outline-accent')}
            >
              <Tile
                picture={picture}
                place={t('Picture {index} of {pictures}', { index: index + 1, pictures: pictures.length })}
                describedBy={`${id}-hint`}
                shows={choice?.textOf(picture.id)}
                onOpen={() => setOpened(picture.id)}
                onKeyDown={(event) => onKey(event, index)}
              />
              {!readOnly && (
                <button
                  type="button"
                  tabIndex={-1}
                  aria-label={t('Remove picture {index}', { index: index + 1 })}
                  onClick={() => remove(index)}
                  className="absolute -right-1.5 -top-1.5 grid size-5 place-items-center rounded-full bg-ink text-on-ink opacity-0 focus-visible:opacity-100 group-hover/tile:opacity-100 pointer-coarse:hidden"
                >
                  <X aria-hidden className="size-3" />
                </button>
              )}
            </li>
          ))}
          {uploads.uploads.map((upload) => (
            <UploadTile key={upload.key} upload={upload} />
          ))}
          {!readOnly && (
            <li>
              <label
                className={cx(
                  tileClass,
                  'grid cursor-pointer place-content-center justify-items-center gap-1 bg-paper-2 text-ink-2 hover:bg-paper-3',
                  'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
                )}
              >
                <ImagePlus aria-hidden className="size-5 text-ink-3" />
                <span className="text-xs">{addTextOf(max, pictures.length)}</span>
                <input
                  type="file"
                  multiple={max > 1}
                  accept={[...pictureTypes, ...(max > 1 ? [videoType] : [])].join()}
                  aria-describedby={`${id}-hint ${id}-faults`}
                  aria-invalid={error === undefined && uploads.faults.length === 0 ? undefined : true}
                  onChange={({ target }) => {
                    add([...(target.files ?? [])])
                    // The same file may be chosen again.
                    target.value = ''
                  }}
                  className="sr-only"
                />
              </label>
            </li>
          )}
          {!readOnly && max > 1 && (
            <li>
              <button
                type="button"
                onClick={() => setAsksVideo(true)}
                className={cx(
                  tileClass,
                  'grid cursor-pointer place-content-center justify-items-center gap-1 bg-paper-2 text-ink-2 hover:bg-paper-3',
                )}
              >
                <Video aria-hidden className="size-5 text-ink-3" />
                <span className="text-xs">{t('Add a video')}</span>
              </button>
            </li>
          )}
        </ol>
        {asksVideo && (
          <VideoForm
            className="mt-2.5"
            onClose={() => setAsksVideo(false)}
            onAdd={async (embed) => {
              const picture = await addVideo(embed)
              set([...latest.current, picture])
            }}
          />
        )}
      </div>
      {!readOnly && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-ink-3">
          {hintOf(max, pictures.length)}
          {props.hint && ` ${props.hint}`}
        </p>
      )}
      <div id={`${id}-faults`} role="alert" className="text-xs text-bad">
        {[...new Set([...(error === undefined ? [] : [error]), ...uploads.faults])].map((text) => (
          <p key={text} className="mt-1">
            {text}
          </p>
        ))}
      </div>
      <Suspense>
        {shown && (
          <PictureDialog
            picture={shown}
            readOnly={readOnly}
            choice={choice}
            place={{ at, of: pictures.length }}
            onClose={() => {
              setOpened(undefined)
              requestAnimationFrame(() => focus(at))
            }}
            onMove={(to) => move(at, to)}
            onRemove={() => {
              setOpened(undefined)
              remove(at)
            }}
            onSaved={(saved) =>
              set(
                latest.current.map((one) => (one.id === shown.id ? { ...one, ...saved } : one)),
                { isChange: false },
              )
            }
          />
        )}
      </Suspense>
    </div>
  )
}

function addTextOf(max: number, count: number): string {
  if (max > 1) return t('Add pictures')
  return count === 0 ? t('Add a picture') : t('Replace it')
}

function hintOf(max: number, count: number): string {
  if (count === 0)
    return max === 1
      ? t('Drop or paste it here: JPEG, PNG, WebP, AVIF or GIF, up to 20 MiB.')
      : t('Drop or paste pictures here: JPEG, PNG, WebP, AVIF or GIF, up to 20 MiB; MP4 videos up to ' + '100 MiB.')
  if (max === 1) return t('Enter describes it; Delete takes it out.')
  return t('The first one stands for it in lists. Drag, or Shift and an arrow, to move one; Delete ' + 'takes it out.')
}
