import type { Schemas } from '@commerce-platform/client'
import { t } from '#console/lib/text.ts'

export type LinkType = Schemas['MenuItem']['type']

/** An item of a menu as a line of the form, in the order of the tree. */
export interface MenuRow {
  key: string
  /** 0 to 2. */
  level: number
  title: string
  type: LinkType
  /** Of a page, collection or product its id, of a category its name, else the address. */
  target: string
  isGone: boolean
}

export const typeTexts: Record<LinkType, string> = {
  page: t('Page'),
  collection: t('Collection'),
  category: t('Category'),
  product: t('Product'),
  url: t('Address'),
}

interface Shown {
  title: string
  type: LinkType
  id?: string
  url?: string
  gone?: boolean
  items?: unknown
}

export function readRows(items: readonly Shown[], level = 0, path = ''): MenuRow[] {
  return items.flatMap(({ title, type, id, url, gone, items: inner }, at) => [
    { key: `${path}${at}`, level, title, type, target: id ?? url ?? '', isGone: gone === true },
    ...readRows((inner ?? []) as Shown[], level + 1, `${path}${at}.`),
  ])
}

let made = 0

export const blankRow = (): MenuRow => ({
  key: `new ${++made}`,
  level: 0,
  title: '',
  type: 'page',
  target: '',
  isGone: false,
})

type Sent = NonNullable<Schemas['SetMenu']['items']>[number] & { items: Sent[] }

/** The tree that the lines are: a line that is more than one level below the one above stands one below it. */
export function treeOf(rows: readonly MenuRow[]): Sent[] {
  const top: Sent[] = []
  const open: Sent[][] = [top]
  for (const { level, title, type, target } of rows) {
    const depth = Math.min(level, open.length - 1)
    const item = { title, type, ...(type === 'url' ? { url: target } : { id: target }), items: [] as Sent[] } as Sent
    open.length = depth + 1
    open[depth]?.push(item)
    if (depth < 2) open.push(item.items)
  }
  return top
}

/** The lines with one of them moved before, or behind, the line beside it. */
export function moved<Row>(rows: readonly Row[], at: number, by: -1 | 1): Row[] {
  const next = [...rows]
  const [row] = next.splice(at, 1)
  if (row) next.splice(at + by, 0, row)
  return next
}
