import { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { TextArea } from '../field.tsx'
import { cleanPasted } from './clean-pasted.ts'
import { extensions, isBeyondEditor } from './extensions.ts'
import { isSameHtml, tidyHtml } from './tidy-html.ts'
import { Toolbar } from './toolbar.tsx'
import './rich-text.css'
import { t } from '#console/lib/text.ts'

interface RichTextEditorProps {
  /** The input of the form that holds the HTML. */
  value: RefObject<HTMLTextAreaElement | null>
  /** As the service has it now. */
  html: string
  labelledBy: string
  describedBy: string | undefined
  readOnly: boolean
}

/** The text as shoppers read it, or its HTML. */
export function RichTextEditor({ value, html, labelledBy, describedBy, readOnly }: RichTextEditorProps) {
  const [isSource, setSource] = useState(() => isBeyondEditor(value.current?.value ?? ''))
  const area = { labelledBy, describedBy, readOnly, value, html }
  return (
    <div className="rounded ring-1 ring-inset ring-line-3 has-[[aria-invalid=true]]:ring-bad">
      {isSource ? (
        <Source {...area} onClose={() => setSource(false)} />
      ) : (
        <Text {...area} onSource={() => setSource(true)} />
      )}
    </div>
  )
}

/** As if it was typed: the form keeps its draft, and knows that something is changed. */
function put(input: HTMLTextAreaElement | null, html: string): void {
  if (input === null || input.value === html) return
  input.value = html
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Calls back when the form itself fills the input, with a draft. */
function useFilled(value: RichTextEditorProps['value'], onFill: (html: string) => void): void {
  const latest = useRef(onFill)
  latest.current = onFill
  useEffect(() => {
    const input = value.current
    const onInput = () => latest.current(input?.value ?? '')
    input?.addEventListener('input', onInput)
    return () => input?.removeEventListener('input', onInput)
  }, [value])
}

const propsOf = (labelledBy: string, describedBy: string | undefined, readOnly: boolean) => ({
  transformPastedHTML: cleanPasted,
  attributes: {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelledBy,
    ...(readOnly && { 'aria-readonly': 'true' }),
    ...(describedBy !== undefined && { 'aria-describedby': describedBy, 'aria-invalid': 'true' }),
  },
})

function Text({
  value,
  html,
  labelledBy,
  describedBy,
  readOnly,
  onSource,
}: RichTextEditorProps & { onSource: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const written = useRef('')
  const [, draw] = useReducer((count: number) => count + 1, 0)
  // It has its name as soon as it is there.
  const first = useRef(propsOf(labelledBy, describedBy, readOnly))
  useEffect(() => {
    const made = new Editor({
      element: place.current,
      extensions,
      content: value.current?.value ?? '',
      injectCSS: false,
      editorProps: first.current,
      onTransaction: draw,
      onUpdate({ editor: changed }) {
        written.current = tidyHtml(changed.getHTML())
        put(value.current, written.current)
      },
    })
    setEditor(made)
    return () => made.destroy()
  }, [value])
  useEffect(() => {
    editor?.setEditable(!readOnly, false)
    editor?.setOptions({ editorProps: propsOf(labelledBy, describedBy, readOnly) })
  }, [editor, readOnly, labelledBy, describedBy])
  /** Where the next key would lose something of it, as HTML. */
  const show = (shown: string) => {
    if (isBeyondEditor(shown)) onSource()
    else editor?.commands.setContent(shown, { emitUpdate: false })
  }
  const showLatest = useRef(show)
  showLatest.current = show
  useFilled(value, (filled) => {
    if (filled !== written.current) show(filled)
  })
  useEffect(() => {
    const input = value.current
    if (input === null) return
    // What was saved comes back in the service's own form: nothing is left to save.
    if (isSameHtml(input.value, html)) input.value = html
    // Somebody else has changed it, and nothing was typed here.
    if (input.value === html && editor !== undefined && !isSameHtml(tidyHtml(editor.getHTML()), html))
      showLatest.current(html)
  }, [editor, value, html])
  return (
    <>
      {editor !== undefined && !readOnly && <Toolbar editor={editor} onSource={onSource} />}
      <div ref={place} className={cx('rich-text', readOnly && 'bg-paper-2')} />
    </>
  )
}

function Source({ value, labelledBy, describedBy, readOnly, onClose }: RichTextEditorProps & { onClose: () => void }) {
  const [typed, setTyped] = useState(value.current?.value ?? '')
  useFilled(value, setTyped)
  const refusal = isBeyondEditor(typed) ? t('This text has figures, which can only be edited as HTML.') : undefined
  return (
    <>
      <Toolbar onText={onClose} refusal={refusal} />
      <TextArea
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={describedBy === undefined ? undefined : true}
        readOnly={readOnly}
        rows={12}
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => put(value.current, currentTarget.value)}
        className="rounded-none bg-transparent font-mono text-xs ring-0"
      />
    </>
  )
}
