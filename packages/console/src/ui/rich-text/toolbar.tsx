import { Toolbar as Bar } from '@base-ui/react/toolbar'
import type { ChainedCommands, Editor } from '@tiptap/core'
import {
  Bold,
  CodeXml,
  Heading2,
  Heading3,
  Heading4,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  Strikethrough,
  Table,
  Underline,
  Undo2,
  Video,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { buttonClass } from '../button.tsx'
import { Tooltip } from '../tooltip.tsx'
import { VideoForm } from '../video-form.tsx'
import { LinkForm } from './link-form.tsx'

interface Tool {
  label: string
  icon: LucideIcon
  /** What is pressed while the text has it. */
  is?: (editor: Editor) => boolean
  run: (chain: ChainedCommands) => ChainedCommands
}

const tools: readonly Tool[] = [
  {
    label: t('Heading'),
    icon: Heading2,
    is: (editor) => editor.isActive('heading', { level: 2 }),
    run: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    label: t('Smaller heading'),
    icon: Heading3,
    is: (editor) => editor.isActive('heading', { level: 3 }),
    run: (chain) => chain.toggleHeading({ level: 3 }),
  },
  {
    label: t('Smallest heading'),
    icon: Heading4,
    is: (editor) => editor.isActive('heading', { level: 4 }),
    run: (chain) => chain.toggleHeading({ level: 4 }),
  },
  { label: t('Bold'), icon: Bold, is: (editor) => editor.isActive('bold'), run: (chain) => chain.toggleBold() },
  { label: t('Italic'), icon: Italic, is: (editor) => editor.isActive('italic'), run: (chain) => chain.toggleItalic() },
  {
    label: t('Underline'),
    icon: Underline,
    is: (editor) => editor.isActive('underline'),
    run: (chain) => chain.toggleUnderline(),
  },
  {
    label: t('Strikethrough'),
    icon: Strikethrough,
    is: (editor) => editor.isActive('strike'),
    run: (chain) => chain.toggleStrike(),
  },
  {
    label: t('Bulleted list'),
    icon: List,
    is: (editor) => editor.isActive('bulletList'),
    run: (chain) => chain.toggleBulletList(),
  },
  {
    label: t('Numbered list'),
    icon: ListOrdered,
    is: (editor) => editor.isActive('orderedList'),
    run: (chain) => chain.toggleOrderedList(),
  },
  {
    label: t('Quotation'),
    icon: Quote,
    is: (editor) => editor.isActive('blockquote'),
    run: (chain) => chain.toggleBlockquote(),
  },
  { label: t('Line'), icon: Minus, run: (chain) => chain.setHorizontalRule() },
  { label: t('Undo'), icon: Undo2, run: (chain) => chain.undo() },
  { label: t('Redo'), icon: Redo2, run: (chain) => chain.redo() },
]

const tableTools: readonly Omit<Tool, 'icon'>[] = [
  { label: t('Add row'), run: (chain) => chain.addRowAfter() },
  { label: t('Remove row'), run: (chain) => chain.deleteRow() },
  { label: t('Add column'), run: (chain) => chain.addColumnAfter() },
  { label: t('Remove column'), run: (chain) => chain.deleteColumn() },
  { label: t('Header row'), run: (chain) => chain.toggleHeaderRow() },
  { label: t('Remove table'), run: (chain) => chain.deleteTable() },
]

const barClass = 'flex flex-wrap items-center gap-0.5 border-b border-line p-1'

type ToolbarProps =
  | { editor: Editor; onSource: () => void }
  | { onText: () => void; refusal: string | undefined; editor?: undefined }

/** Of the text: its formats. Of its HTML: the way back. */
export function Toolbar(props: ToolbarProps) {
  const [asksLink, setAsksLink] = useState(false)
  const [asksVideo, setAsksVideo] = useState(false)
  if (props.editor === undefined) return <SourceBar {...props} />
  const { editor, onSource } = props
  const run = (tool: Pick<Tool, 'run'>) => tool.run(editor.chain().focus()).run()
  return (
    <>
      <Bar.Root aria-label={t('Formats')} className={barClass}>
        {tools.map(({ icon: Icon, ...tool }) => (
          <IconButton key={tool.label} label={tool.label} pressed={tool.is?.(editor)} onClick={() => run(tool)}>
            <Icon aria-hidden />
          </IconButton>
        ))}
        <IconButton label={t('Link')} pressed={editor.isActive('link')} onClick={() => setAsksLink(!asksLink)}>
          <Link aria-hidden />
        </IconButton>
        <IconButton
          label={t('Table')}
          disabled={editor.isActive('table')}
          onClick={() => run({ run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }) })}
        >
          <Table aria-hidden />
        </IconButton>
        <IconButton label={t('Video')} onClick={() => setAsksVideo(!asksVideo)}>
          <Video aria-hidden />
        </IconButton>
        <IconButton label={t('HTML')} onClick={onSource}>
          <CodeXml aria-hidden />
        </IconButton>
      </Bar.Root>
      {editor.isActive('table') && (
        <Bar.Root aria-label={t('Table')} className={barClass}>
          {tableTools.map((tool) => (
            <Bar.Button key={tool.label} className={buttonClass('quiet')} onClick={() => run(tool)}>
              {tool.label}
            </Bar.Button>
          ))}
        </Bar.Root>
      )}
      {asksVideo && (
        <VideoForm
          className="border-b border-line p-1.5"
          onAdd={(src) => void editor.chain().focus().insertContent({ type: 'video', attrs: { src } }).run()}
          onClose={() => setAsksVideo(false)}
        />
      )}
      {asksLink && <LinkForm editor={editor} onClose={() => setAsksLink(false)} />}
    </>
  )
}

function SourceBar({ onText, refusal }: { onText: () => void; refusal: string | undefined }) {
  return (
    <div className={cx(barClass, 'justify-between')}>
      <span className="px-2 text-xs text-ink-3">{refusal ?? t('HTML of the text')}</span>
      {refusal === undefined && (
        <button type="button" className={buttonClass('quiet')} onClick={onText}>
          {t('Back to the text')}
        </button>
      )}
    </div>
  )
}

interface IconButtonProps {
  label: string
  pressed?: boolean | undefined
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

function IconButton({ label, pressed, disabled, onClick, children }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Bar.Button
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled}
        onClick={onClick}
        className={cx(buttonClass('quiet', true), pressed && 'bg-paper-3 text-ink')}
      >
        {children}
      </Bar.Button>
    </Tooltip>
  )
}
