import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { type listOptions, shopOptions } from '#console/data/queries.ts'
import { readMore } from '#console/lib/list-items.ts'
import { Button } from '#console/ui/button.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Empty } from '#console/ui/states.tsx'
import { type MethodProps, permissionFor } from './method-form.tsx'
import { type MethodKind, methodTexts } from './method-texts.ts'
import { SettingsPage } from './settings-page.tsx'

interface MethodsPageProps<Method> {
  tab: string
  path: '/settings/shipping' | '/settings/payments' | '/settings/markets' | '/settings/price-lists'
  kind: MethodKind
  options: ReturnType<typeof listOptions<Method>>
  columnsIn: (currency: string) => Column<Method>[]
  phoneLine: (method: Method) => string
  /** What happens as long as there is none. */
  without: string
  dialog: (props: MethodProps<Method>) => ReactNode
  children?: ReactNode
}

/** The shop's ways to ship, or to pay, its markets, or its price lists: a list, and a dialog of one. */
export function MethodsPage<Method extends { id: string }>(props: MethodsPageProps<Method>) {
  const { tab, path, kind, options, columnsIn, phoneLine, without, dialog, children } = props
  const { open } = useSearch({ from: `/shell${path}` })
  const navigate = useNavigate({ from: path })
  const query = useInfiniteQuery(options)
  const { data: shop } = useQuery(shopOptions)
  const refusal = useRefusal(permissionFor(kind))
  const texts = methodTexts[kind]
  const methods = query.data?.pages.flatMap((page) => page.items) ?? []
  const method = methods.find(({ id }) => id === open)
  const isSought = open !== undefined && open !== 'new' && method === undefined
  const { hasNextPage, isFetching, fetchNextPage } = query
  useEffect(() => {
    if (isSought && hasNextPage && !isFetching) void readMore({ fetchNextPage })
  }, [isSought, hasNextPage, isFetching, fetchNextPage])
  const total = query.data?.pages.at(-1)?.pagination
  const create = (
    <Button look="primary" refusal={refusal} onClick={() => navigate({ search: { open: 'new' }, resetScroll: false })}>
      <Plus aria-hidden />
      {texts.begin}
    </Button>
  )
  const close = () => navigate({ search: {}, replace: true, resetScroll: false })
  return (
    <SettingsPage tab={tab} aside={total && <span className="text-ink-3">{texts.total(total)}</span>} actions={create}>
      {shop && (
        <ListTable
          label={texts.all}
          query={query}
          columns={columnsIn(shop.currency)}
          rowKey={({ id }) => id}
          rowLink={({ id }) => ({ to: path, search: { open: id }, resetScroll: false })}
          phoneLine={phoneLine}
          empty={
            <Empty title={texts.none} action={create}>
              {without}
            </Empty>
          }
        />
      )}
      {children}
      <Suspense key={open}>
        {shop && (method || open === 'new') && dialog({ method, currency: shop.currency, onClose: close })}
      </Suspense>
    </SettingsPage>
  )
}
