import { type KeyboardEvent, useState } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { embedAddress } from '#console/lib/video-address.ts'
import { Button } from './button.tsx'
import { Input } from './field.tsx'

interface VideoFormProps {
  /** With the address of a frame. Rejects with what is wrong. */
  onAdd: (embed: string) => Promise<void> | void
  onClose: () => void
  className?: string
}

/** The address of a video. It stands inside another form, so Enter is its own. */
export function VideoForm({ onAdd, onClose, className }: VideoFormProps) {
  const [address, setAddress] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function add(): Promise<void> {
    const embed = embedAddress(address)
    if (embed === undefined) return setFault(t('Paste the address of a video at YouTube or Vimeo.'))
    setBusy(true)
    try {
      await onAdd(embed)
      onClose()
    } catch (error) {
      setBusy(false)
      setFault(error instanceof Error ? error.message : t('The video could not be added.'))
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') void add()
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div role="group" aria-label={t('Video')} className={cx('flex flex-wrap items-center gap-1.5', className)}>
      <Input
        aria-label={t('Address of the video')}
        aria-invalid={fault === undefined ? undefined : true}
        autoFocus
        value={address}
        placeholder="https://www.youtube.com/watch?v="
        className="flex-1"
        onInput={(event) => event.stopPropagation()}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button busy={isBusy} onClick={() => void add()}>
        {t('Add video')}
      </Button>
      <Button look="quiet" onClick={onClose}>
        {t('Cancel')}
      </Button>
      {fault !== undefined && (
        <p role="alert" className="w-full text-xs text-bad">
          {fault}
        </p>
      )}
    </div>
  )
}
