import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { cx } from '#console/lib/class-names.ts'

interface FileDropProps {
  label: string
  /** What files are taken. */
  hint: ReactNode
  /** Endings, as `accept` has them. */
  accept: string
  error?: string | undefined
  /** Why nothing can be chosen now. */
  refusal?: string | undefined
  onFile: (file: File) => void
}

/** A place to choose a file, or to drop it. */
export function FileDrop({ label, hint, accept, error, refusal, onFile }: FileDropProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const isOff = refusal !== undefined
  function acceptDrop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !isOff) onFile(file)
  }
  return (
    <div>
      <label
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!isOff)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={acceptDrop}
        className={cx(
          'grid justify-items-center gap-1 rounded border border-dashed px-4 py-8 text-center',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
          isOver ? 'border-accent bg-accent-2' : 'border-line-3',
          isOff ? 'bg-paper-2' : 'cursor-pointer hover:bg-paper-2',
        )}
      >
        <FileUp aria-hidden className="mb-1 size-5 text-ink-3" />
        <span id={`${id}-label`} className={cx('font-medium', isOff && 'text-ink-3')}>
          {label}
        </span>
        <input
          type="file"
          accept={accept}
          disabled={isOff}
          aria-labelledby={`${id}-label`}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) onFile(file)
            // The same file may be chosen again.
            target.value = ''
          }}
          className="sr-only"
        />
        <span id={`${id}-hint`} className="text-ink-3">
          {refusal ?? hint}
        </span>
      </label>
      <p id={`${id}-error`} className="mt-1 text-xs text-bad">
        {error}
      </p>
    </div>
  )
}
