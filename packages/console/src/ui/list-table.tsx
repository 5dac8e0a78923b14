import { useEffect, useState } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { itemsOf, readMore } from '#console/lib/list-items.ts'
import { t } from '#console/lib/text.ts'
import { chooseCell } from './choose-box.tsx'
import { cellClass, Head, type HeadProps, type ListTableProps } from './list-head.tsx'
import { loadedRows, loadRows } from './load-rows.ts'
import { Failure, Skeleton } from './states.tsx'

export type { Column, Sorting } from './list-head.tsx'

/** A list of any length: only the rows in sight are in the page, and the next ones are asked for while one scrolls. */
export function ListTable<Item>(props: ListTableProps<Item>) {
  const { query, label } = props
  const Rows = useRows()
  if (query.data === undefined || Rows === undefined) {
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

/** Most lists have come with them (`listOptions`). */
function useRows() {
  const [, setLoaded] = useState(false)
  useEffect(() => {
    if (loadedRows() === undefined)
      void loadRows().then(
        () => setLoaded(true),
        () => undefined,
      )
  }, [])
  return loadedRows()
}

const placeholders = Array.from({ length: 12 }, (_, index) => index)

function Loading<Item>({ columns, sorting, selection }: HeadProps<Item>) {
  return (
    <table className="w-full border-separate border-spacing-0" aria-busy="true" aria-label={t('Loading')}>
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
