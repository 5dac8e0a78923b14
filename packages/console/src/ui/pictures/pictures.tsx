import { lazy, Suspense } from 'react'
import type { Picture } from '#console/data/send-picture.ts'
import { t } from '#console/lib/text.ts'
import type { PicturesFieldProps } from './pictures-field.tsx'

const PicturesField = lazy(() => import('./pictures-field.tsx').then((module) => ({ default: module.PicturesField })))

/** The pictures of a form. Their code is loaded behind the form's own. */
export function Pictures(props: PicturesFieldProps) {
  return (
    <Suspense fallback={<div aria-hidden className="h-44" />}>
      <PicturesField {...props} />
    </Suspense>
  )
}

/** The ids that the form has; as they were, if the field is not there yet. */
export function readPictures(text: string, before: readonly { id: string }[]): string[] {
  const pictures: readonly Pick<Picture, 'id'>[] = text === '' ? before : JSON.parse(text)
  return pictures.map(({ id }) => id)
}

/** Why a form cannot be sent now. */
export function reasonOf(changed: boolean, isSending: boolean): string | undefined {
  if (isSending) return t('Its pictures are on their way.')
  return changed ? undefined : t('Nothing to save yet.')
}
