import { read } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MoveLeft, MoveRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Picture } from '#console/data/send-picture.ts'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { isSame } from '#console/lib/same.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import type { PictureChoice } from './choice.ts'
import { FocalPoint } from './focal-point.tsx'
import { VideoPicture } from './video-picture.tsx'

interface PictureDialogProps {
  picture: Picture
  place: { at: number; of: number }
  readOnly: boolean
  choice: PictureChoice | undefined
  onClose: () => void
  onMove: (to: number) => void
  onRemove: () => void
  onSaved: (saved: Partial<Picture>) => void
}

/** What shows pictures, by the keys of their queries. */
const shownBy = ['product', 'product-group', 'collection', 'products', 'collections', 'shop']

/** One picture in full: described, moved, taken out, and told which variants it shows. */
export function PictureDialog(props: PictureDialogProps) {
  const { picture, place, readOnly, choice, onClose, onMove, onRemove, onSaved } = props
  const client = useQueryClient()
  const { id } = picture
  const [alt, setAlt] = useState(picture.alt ?? '')
  const [focus, setFocus] = useState(picture.focus)
  const [shows, setShows] = useState(choice?.valueOf(id) ?? '')
  const describe = useMutation({
    mutationFn: (body: Pick<Picture, 'alt' | 'focus'>) =>
      read(api.PATCH('/admin/media/{id}', { params: { path: { id } }, body })),
    onSuccess: (saved) => {
      onSaved({ alt: saved.alt, focus: saved.focus })
      for (const key of shownBy) void client.invalidateQueries({ queryKey: [key] })
      onClose()
    },
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    // The form that the dialog is a part of is not sent.
    event.stopPropagation()
    if (readOnly || describe.isPending) return
    if (choice && shows !== choice.valueOf(id)) choice.onChoose(id, shows)
    const typed = { alt: alt.trim() || null, focus }
    if (isSame(typed, { alt: picture.alt, focus: picture.focus })) onClose()
    else describe.mutate(typed)
  }
  const faults = faultsOf(describe.error, ['alt'])
  const options = choice?.options(id) ?? []
  return (
    <Dialog open onClose={onClose} title={t('Picture {at} of {of}', { at: place.at + 1, of: place.of })}>
      <form
        onSubmit={submit}
        onInput={(event) => event.stopPropagation()}
        onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
        className="mt-3 grid gap-4"
      >
        <FocalPoint picture={picture} focus={focus} readOnly={readOnly} onChange={setFocus} />
        {picture.video && (
          <VideoPicture
            id={id}
            address={picture.video.url}
            readOnly={readOnly}
            onSaved={({ url, width, height, sizes }) => onSaved({ url, width, height, sizes, focus: null })}
          />
        )}
        <Field
          label={t('What it shows')}
          hint={t('Read to those who do not see it, and by search engines.')}
          error={faults.of('alt')}
        >
          <Input
            name="alt"
            maxLength={500}
            value={alt}
            readOnly={readOnly}
            onChange={({ target }) => setAlt(target.value)}
            placeholder={t('A white linen shirt on a hanger')}
            autoComplete="off"
          />
        </Field>
        {choice && options.length > 0 && (
          <Field label={choice.label} hint={choice.hint}>
            <Select name="shows" value={shows} disabled={readOnly} onChange={({ target }) => setShows(target.value)}>
              {options.map(({ value, text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {faults.rest != null && <Notice error={faults.rest} />}
        {!readOnly && (
          <div className="flex flex-wrap items-center gap-2">
            <Button
              square
              aria-label={t('Move it forward')}
              refusal={place.at === 0 ? t('It is the first.') : undefined}
              onClick={() => onMove(place.at - 1)}
            >
              <MoveLeft aria-hidden />
            </Button>
            <Button
              square
              aria-label={t('Move it back')}
              refusal={place.at === place.of - 1 ? t('It is the last.') : undefined}
              onClick={() => onMove(place.at + 1)}
            >
              <MoveRight aria-hidden />
            </Button>
            <Button look="danger" onClick={onRemove}>
              {t('Remove')}
            </Button>
            <Button type="submit" look="primary" busy={describe.isPending} className="ml-auto">
              {t('Done')}
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  )
}
