import { Link } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { readMore } from '#console/lib/list-items.ts'
import { useMedia } from '#console/lib/use-media.ts'
import { ChooseRow, chooseCell } from './choose-box.tsx'
import { cellClass, Head, type ListTableProps } from './list-head.tsx'

const rowHeight = { desk: 36, phone: 56 }
/** Rows kept outside of the window, and how near its end the next page is asked for. */
const margin = { kept: 10, asked: 40 }

/** The rows in sight of a list that has some. */
export function Rows<Item>(props: ListTableProps<Item> & { items: Item[]; rowCount: number }) {
  const { label, query, columns, sorting, items, rowCount, rowKey, rowLink, picture, phoneLine, selection } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [offset, setOffset] = useState(0)
  const isPhone = useMedia('(max-width: 639px)')
  const height = isPhone ? rowHeight.phone : rowHeight.desk
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => height,
    overscan: margin.kept,
    scrollMargin: offset,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are measured again
  useEffect(() => {
    setOffset(body.current ? body.current.getBoundingClientRect().top + scrollY : 0)
    rows.measure()
  }, [height, rows])

  const visible = rows.getVirtualItems()
  const last = visible.at(-1)?.index ?? 0
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    if (last >= items.length - margin.asked && hasNextPage && !isFetching && !isFetchNextPageError)
      void readMore({ fetchNextPage })
  }, [last, items.length, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])

  // Rows keep it, so that only those that change are rendered.
  const toggle = useRef(selection?.toggle)
  useEffect(() => {
    toggle.current = selection?.toggle
  })
  const choose = useCallback((index: number, range: boolean) => toggle.current?.(index, range), [])

  const before = (visible[0]?.start ?? offset) - offset
  const after = rows.getTotalSize() - ((visible.at(-1)?.end ?? offset) - offset)
  return (
    <table className="w-full border-separate border-spacing-0" aria-label={label} aria-rowcount={rowCount}>
      <Head columns={columns} sorting={sorting} selection={selection} />
      <tbody ref={body}>
        {before > 0 && <tr aria-hidden style={{ height: before }} />}
        {visible.map(({ index }) => {
          const item = items[index] as Item
          const key = rowKey(item)
          const chosen = selection?.has(key)
          const row = { item, index, columns, rowLink, picture, chosen, onChoose: choose }
          return <Row key={key} {...row} phoneLine={isPhone && phoneLine} />
        })}
        {after > 0 && <tr aria-hidden style={{ height: after }} />}
      </tbody>
    </table>
  )
}

interface RowProps<Item> extends Pick<ListTableProps<Item>, 'columns' | 'rowLink' | 'picture'> {
  item: Item
  index: number
  phoneLine: ListTableProps<Item>['phoneLine'] | false
  /** Undefined: rows cannot be chosen. */
  chosen: boolean | undefined
  onChoose: (index: number, range: boolean) => void
}

/** Kept while one scrolls and while pages arrive: only rows that come into sight are rendered. */
const Row = memo(function Row<Item>(props: RowProps<Item>) {
  const { item, index, columns, rowLink, picture, phoneLine, chosen, onChoose } = props
  const id = useId()
  return (
    <tr
      aria-rowindex={index + 2}
      data-chosen={chosen || undefined}
      className={cx(
        'relative has-[[data-row-link]:focus-visible]:bg-accent-2',
        chosen ? 'bg-accent-2' : 'hover:bg-paper-2',
      )}
    >
      {chosen !== undefined && (
        <td className={cx(chooseCell, 'border-b border-line')}>
          <ChooseRow chosen={chosen} labelledBy={id} onChoose={(range) => onChoose(index, range)} />
        </td>
      )}
      {columns.map((column, at) => (
        <td key={column.name} className={cx(cellClass(columns, at), 'border-b border-line')}>
          {at === 0 ? (
            <FirstCell picture={picture?.(item)} phoneLine={phoneLine ? phoneLine(item) : null}>
              {rowLink ? (
                <Link
                  {...rowLink(item)}
                  id={id}
                  data-row-link
                  className="block truncate font-medium outline-none after:absolute after:inset-0"
                >
                  {column.cell(item)}
                </Link>
              ) : (
                column.cell(item)
              )}
            </FirstCell>
          ) : (
            column.cell(item)
          )}
        </td>
      ))}
    </tr>
  )
}, isSameRow) as <Item>(props: RowProps<Item>) => ReactNode

interface FirstCellProps {
  picture: ReactNode
  phoneLine: ReactNode
  children: ReactNode
}

function FirstCell({ picture, phoneLine, children }: FirstCellProps) {
  const lines = (
    <>
      {children}
      {phoneLine && <div className="truncate text-xs text-ink-3">{phoneLine}</div>}
    </>
  )
  if (picture === undefined) return lines
  return (
    <div className="flex items-center gap-2.5">
      {picture}
      <div className="min-w-0 flex-1">{lines}</div>
    </div>
  )
}

type SameRow = Record<'item' | 'index' | 'columns' | 'chosen', unknown> & { phoneLine?: unknown }

/** Pages make `rowLink` and `phoneLine` anew each time, but what they say follows from the item. */
function isSameRow(one: SameRow, other: SameRow): boolean {
  const isSame = one.item === other.item && one.index === other.index && one.columns === other.columns
  return isSame && one.chosen === other.chosen && !one.phoneLine === !other.phoneLine
}
