import { Play } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Picture } from '#console/data/send-picture.ts'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { addressAt, shownAddress } from './addresses.ts'
import type { Upload } from './use-uploads.ts'

export const tileClass = 'size-24 overflow-hidden rounded border border-line'

interface TileProps {
  picture: Picture
  /** `Picture 1 of 3` */
  place: string
  describedBy: string
  shows: string | undefined
  onOpen: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A picture; Enter opens it. */
export function Tile({ picture, place, describedBy, shows, onOpen, onKeyDown }: TileProps) {
  const { alt } = picture
  return (
    <button
      type="button"
      data-picture={picture.id}
      aria-describedby={describedBy}
      onClick={onOpen}
      onKeyDown={onKeyDown}
      className="block w-24 cursor-pointer rounded text-left"
    >
      <span className="sr-only">
        {place}, {picture.video && `${t('a video')}, `}
      </span>
      <span className={cx(tileClass, 'relative block bg-paper-2')}>
        <img
          src={shownAddress(addressAt(picture, 320))}
          alt=""
          draggable={false}
          decoding="async"
          className="size-full object-cover"
        />
        {picture.video && (
          <span className="absolute inset-0 m-auto grid size-8 place-items-center rounded-full bg-paper text-ink">
            <Play aria-hidden className="size-4" />
          </span>
        )}
        {shows && (
          <span className="absolute inset-x-1 bottom-1 truncate rounded bg-paper px-1.5 text-center text-xs text-ink">
            <span className="sr-only">{t('shows')} </span>
            {shows}
            <span className="sr-only">, </span>
          </span>
        )}
      </span>
      <span className={cx('mt-1 block truncate text-xs', alt === null ? 'text-ink-3' : 'text-ink-2')}>
        {alt ?? t('Not described')}
      </span>
    </button>
  )
}

/** A picture on its way. */
export function UploadTile({ upload: { name, share } }: { upload: Upload }) {
  const isSent = share >= 1
  return (
    <li className="w-24">
      <div className={cx(tileClass, 'grid place-content-center gap-1.5 bg-paper-2 text-xs text-ink-2')}>
        <span className="text-center">{isSent ? t('Making sizes') : t('Sending')}</span>
        <progress
          aria-label={t('{name} is being sent', { name })}
          max={100}
          {...(!isSent && { value: Math.round(share * 100) })}
          className="h-1 w-16 accent-(--accent)"
        />
      </div>
      <span className="mt-1 block truncate text-xs text-ink-3">{name}</span>
    </li>
  )
}
