import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { Video } from './video.ts'

/** A table without widths of columns, for which the service has no element. */
const PlainTable = Table.extend({
  renderHTML: () => ['table', ['tbody', 0]],
})

const ScopedHeader = TableHeader.extend({
  addAttributes() {
    return { ...this.parent?.(), scope: { default: null }, colwidth: { default: null, rendered: false } }
  },
})

const Cell = TableCell.extend({
  addAttributes() {
    return { ...this.parent?.(), colwidth: { default: null, rendered: false } }
  },
})

/** Pictures that a text came with: kept, with their measures. */
const Picture = Image.extend({
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

/** What a text may have, of what the service takes; pasted text loses the rest. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    codeBlock: false,
    trailingNode: false,
    link: { openOnClick: false, HTMLAttributes: { target: null, rel: null, class: null } },
  }),
  PlainTable.configure({ resizable: false }),
  TableRow,
  ScopedHeader,
  Cell,
  Picture.configure({ inline: true }),
  Video,
]

/** Elements that the service takes and the editor has no place for. A text with them is edited as HTML. */
export function isBeyondEditor(html: string): boolean {
  return /<fig(ure|caption)\b/i.test(html)
}
