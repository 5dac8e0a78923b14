import type { Page } from '@commerce-platform/client'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#console/lib/class-names.ts'
import type { Selection } from '#console/lib/use-selection.ts'
import { ChooseLoaded, chooseCell } from './choose-box.tsx'

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

export interface ListTableProps<Item> {
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
export function cellClass<Item>(columns: readonly Column<Item>[], index: number): string {
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

export type HeadProps<Item> = Pick<ListTableProps<Item>, 'columns' | 'sorting' | 'selection'>

export function Head<Item>({ columns, sorting, selection }: HeadProps<Item>) {
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
