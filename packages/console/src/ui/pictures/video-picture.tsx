import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Picture, pictureTypes } from '#console/data/send-picture.ts'
import { sendPoster } from '#console/data/send-video.ts'
import { t } from '#console/lib/text.ts'
import { Field, Input } from '#console/ui/field.tsx'
import { shownAddress } from './addresses.ts'

interface VideoPictureProps {
  id: string
  /** Where the video is seen. */
  address: string
  readOnly: boolean
  onSaved: (picture: Picture) => void
}

/** Of a video: where it is, and another picture for it. */
export function VideoPicture({ id, address, readOnly, onSaved }: VideoPictureProps) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (file: File) => sendPoster(id, file),
    onSuccess: (picture) => {
      onSaved(picture)
      void client.invalidateQueries()
    },
  })
  return (
    <>
      <p className="text-xs">
        <a href={shownAddress(address) ?? address} target="_blank" rel="noopener" className="text-accent underline">
          {t('Watch the video')}
        </a>
      </p>
      {!readOnly && (
        <Field
          label={t('Picture before it plays')}
          hint={change.isPending ? t('Sending the picture.') : t('Shown until a customer presses play.')}
          error={change.error?.message}
        >
          <Input
            type="file"
            accept={pictureTypes.join()}
            disabled={change.isPending}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) change.mutate(file)
              target.value = ''
            }}
          />
        </Field>
      )}
    </>
  )
}
