import type { KeyboardEvent, MouseEvent } from 'react'
import type { Picture } from '#console/data/send-picture.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { addressAt, shownAddress } from './addresses.ts'

type Focus = Picture['focus']

interface FocalPointProps {
  picture: Picture
  focus: Focus
  readOnly: boolean
  onChange: (focus: Focus) => void
}

const middle = { x: 0.5, y: 0.5 }
const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
}

/** A share of the width or height, in hundredths. */
const within = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100

/** The picture, with the point that stays visible where it is cropped: set by a click, or by arrow keys. */
export function FocalPoint({ picture, focus, readOnly, onChange }: FocalPointProps) {
  const image = (
    <img
      src={shownAddress(addressAt(picture, 640))}
      alt={picture.alt ?? ''}
      width={picture.width}
      height={picture.height}
      className="h-auto max-h-72 w-auto max-w-full"
    />
  )
  if (readOnly) return <div className="grid place-items-center rounded border border-line bg-paper-2">{image}</div>
  function onClick({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>): void {
    // A click by a key has no place.
    if (detail === 0) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onChange({ x: within((clientX - left) / width), y: within((clientY - top) / height) })
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const { x, y } = focus ?? middle
    onChange({ x: within(x + step[0]), y: within(y + step[1]) })
  }
  const { x, y } = focus ?? middle
  return (
    <div>
      <div className="grid place-items-center rounded border border-line bg-paper-2">
        <button
          type="button"
          aria-label={t('Focal point')}
          aria-describedby="focal-point-hint"
          onClick={onClick}
          onKeyDown={onKeyDown}
          className="relative block cursor-crosshair"
        >
          {image}
          {focus && (
            <span
              data-focus
              aria-hidden
              style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
              className="absolute size-5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-paper bg-accent"
            />
          )}
        </button>
      </div>
      <p id="focal-point-hint" className="mt-1 flex flex-wrap items-center gap-x-3 text-xs text-ink-3">
        {t('Click what must stay visible when the picture is cropped, or use the arrow keys.')}
        {focus && (
          <Button look="quiet" onClick={() => onChange(null)}>
            {t('Use the middle')}
          </Button>
        )}
      </p>
    </div>
  )
}
