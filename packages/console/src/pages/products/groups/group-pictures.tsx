import type { Picture } from '#console/data/send-picture.ts'
import { PicturesField } from '#console/ui/pictures/pictures-field.tsx'
import type { Matrix } from './matrix.ts'
import { choiceOf, tie, valueOfFile } from './variant-pictures.ts'

// Loaded together, behind the form.
export { RichText } from '#console/ui/rich-text/rich-text.tsx'

interface GroupPicturesProps {
  pictures: readonly Picture[]
  matrix: Matrix
  readOnly: boolean
  error: string | undefined
  onBusy: (busy: boolean) => void
  onPictures: (pictures: readonly Picture[]) => void
  onChange: (change: (matrix: Matrix) => Matrix) => void
}

/** The pictures of a group, each of which may be tied to a value of an option. */
export function GroupPictures({ matrix, onChange, ...rest }: GroupPicturesProps) {
  return (
    <PicturesField
      {...rest}
      choice={choiceOf(matrix, onChange)}
      onAdded={({ id }, file) =>
        onChange((before) => {
          const value = valueOfFile(before, file.name)
          return value === undefined ? before : tie(before, id, value)
        })
      }
      onRemoved={(id) => onChange((before) => tie(before, id, ''))}
    />
  )
}
