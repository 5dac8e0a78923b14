import { lazy, Suspense, useId, useRef } from 'react'
import { t } from '#console/lib/text.ts'

const RichTextEditor = lazy(() =>
  import('./rich-text-editor.tsx').then((module) => ({ default: module.RichTextEditor })),
)

interface RichTextProps {
  /** Of the field; by itself `description_html`, Description. */
  name?: string
  label?: string
  /** HTML as the service gave it. It stays as it is until somebody changes it. */
  html: string
  readOnly: boolean
  error?: string | undefined
}

/** A text with headings, lists, links and tables. The form has its HTML in an input; the editor is loaded behind it. */
export function RichText(props: RichTextProps) {
  const { name = 'description_html', label = t('Description'), html, readOnly, error } = props
  const id = useId()
  const value = useRef<HTMLTextAreaElement>(null)
  return (
    <div>
      <p id={`${id}-label`} className="mb-1 text-xs font-medium text-ink-2">
        {label}
      </p>
      <textarea ref={value} name={name} hidden readOnly defaultValue={html} />
      <Suspense fallback={<div aria-hidden className="h-44 rounded ring-1 ring-inset ring-line-3" />}>
        <RichTextEditor
          value={value}
          html={html}
          labelledBy={`${id}-label`}
          describedBy={error === undefined ? undefined : `${id}-error`}
          readOnly={readOnly}
        />
      </Suspense>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
