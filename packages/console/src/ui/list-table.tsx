import type { Page } from '@commerce-platform/client'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { itemsOf, readMore } from '#console/lib/list-items.ts'
import { useMedia } from '#console/lib/use-media.ts'
import type { Selection } from '#console/lib/use-selection.ts'
import { ChooseLoaded, ChooseRow, chooseCell } from './choose-box.tsx'
import { Failure, Skeleton } from './states.tsx'

export interface Column<Item> {
  name: string
  cell: (item: Item) => ReactNode
  /** What its head sorts by, if the list has a `sorting`. */
  sort?: string
  /** Numbers and money stand to the right. */
  numeric?: boolean
  /** Hidden on narrower screens. */
  from?: 'sm' | 'md' | 'lg' | 'xl' | '2xl'
  /** Width and the like. */
  className?: string
}

/** What a list is sorted by, and what to do when another column's head is pressed, or the same again. */
export interface Sorting {
  by: string
  order: 'asc' | 'desc'
  onChange: (by: string, order: 'asc' | 'desc') => void
}

interface ListTableProps<Item> {
  /** What the table holds, for screen readers. */
  label: string
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>
  columns: readonly Column<Item>[]
  sorting?: Sorting
  rowKey: (item: Item) => string
  /** Where a row leads; its first cell is the link, and the whole row can be clicked. */
  rowLink?: (item: Item) => LinkProps
  /** Beside the first cell. */
  picture?: (item: Item) => ReactNode
  /** A second line of the first cell, on phones: what the hidden columns would say. */
  phoneLine?: (item: Item) => ReactNode
  /** Rows can be chosen: a box before each. */
  selection?: Selection<Item>
  empty: ReactNode
}

const shown = {
  sm: 'max-sm:hidden',
  md: 'max-md:hidden',
  lg: 'max-lg:hidden',
  xl: 'max-xl:hidden',
  '2xl': 'max-2xl:hidden',
}
const rowHeight = { desk: 36, phone: 56 }
/** Rows kept outside of the window, and how near its end the next page is asked for. */
const margin = { kept: 10, asked: 40 }

/** A list of any length: only the rows in sight are in the page, and the next ones are asked for while one scrolls. */
export function ListTable<Item>(props: ListTableProps<Item>) {
  const { query, label } = props
  if (query.data === undefined) {
    return query.error ? <Failure error={query.error} retry={() => query.refetch()} /> : <Loading {...props} />
  }
  const items = itemsOf(query.data)
  if (items.length === 0) return props.empty
  const list = query.data.pages.at(-1)?.pagination
  // -1: not known.
  const rowCount = list?.total_precision === 'at_least' ? -1 : (list?.total ?? items.length) + 1
  return (
    <>
      <Rows {...props} items={items} rowCount={rowCount} key={label} />
      {query.isFetchNextPageError && <Failure error={query.error} retry={() => readMore(query)} />}
    </>
  )
}

function cellClass<Item>(columns: readonly Column<Item>[], index: number): string {
  const { numeric, from, className } = columns[index] as Column<Item>
  return cx(
    'h-14 px-3 first:pl-4 last:pr-4 sm:h-9 lg:first:pl-8 lg:last:pr-8',
    numeric ? 'num' : 'text-left',
    index === 0 && 'max-sm:w-full max-sm:max-w-0',
    // The last that a phone shows stands as far from the edge as the first.
    columns.findLastIndex((column) => column.from === undefined) === index && 'max-sm:pr-4',
    from && shown[from],
    className,
  )
}

type HeadProps<Item> = Pick<ListTableProps<Item>, 'columns' | 'sorting' | 'selection'>

function Head<Item>({ columns, sorting, selection }: HeadProps<Item>) {
  return (
    <thead className="sticky top-0 z-10 bg-paper max-sm:sr-only">
      <tr>
        {selection && (
          <th scope="col" className={cx(chooseCell, 'h-8! border-b border-line')}>
            <ChooseLoaded selection={selection} />
          </th>
        )}
        {columns.map((column, index) => (
          <th
            key={column.name}
            scope="col"
            aria-sort={sorting && column.sort === sorting.by ? ariaSort[sorting.order] : undefined}
            className={cx(cellClass(columns, index), 'h-8! border-b border-line text-xs font-medium text-ink-3')}
          >
            {sorting && column.sort !== undefined ? (
              <SortButton name={column.name} by={column.sort} sorting={sorting} />
            ) : (
              column.name
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

/** The first press shows the most, or the newest, first. */
function SortButton({ name, by, sorting }: { name: string; by: string; sorting: Sorting }) {
  const isBy = sorting.by === by
  const Arrow = sorting.order === 'asc' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      className={cx('inline-flex items-center gap-1 hover:text-ink', isBy && 'text-ink')}
      onClick={() => sorting.onChange(by, isBy && sorting.order === 'desc' ? 'asc' : 'desc')}
    >
      {name}
      {isBy && <Arrow aria-hidden className="size-3" />}
    </button>
  )
}

function Rows<Item>(props: ListTableProps<Item> & { items: Item[]; rowCount: number }) {
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

const placeholders = Array.from({ length: 12 }, (_, index) => index)

function Loading<Item>({ columns, sorting, selection }: HeadProps<Item>) {
  return (
    <table className="w-full border-separate border-spacing-0" aria-busy="true" aria-label="Loading">
      <Head columns={columns} sorting={sorting} selection={selection} />
      <tbody>
        {placeholders.map((row) => (
          <tr key={row}>
            {selection && <td className={cx(chooseCell, 'border-b border-line')} />}
            {columns.map((column, index) => (
              <td key={column.name} className={cx(cellClass(columns, index), 'border-b border-line')}>
                <Skeleton className={cx('h-3', column.numeric ? 'ml-auto w-12' : 'w-24')} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
