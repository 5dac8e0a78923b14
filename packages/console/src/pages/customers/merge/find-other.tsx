import { read } from '@commerce-platform/client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { api } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Finder, useTyped } from '#console/ui/finder.tsx'
import type { Customer } from '../customer-data.ts'
import { customerKind, customerName, isErased } from '../customer-name.ts'

interface FindOtherProps {
  customer: Customer
  value: Customer | undefined
  isRead: boolean
  onChange: (other: Customer | undefined) => void
}

const foundOptions = (q: string, not: string) =>
  queryOptions({
    queryKey: ['customers', 'to merge', q, not],
    queryFn: async ({ signal }) => {
      const page = await read(api.GET('/admin/users', { params: { query: { q, limit: 8 } }, signal }))
      return page.items.filter((one) => one.id !== not && !isErased(one))
    },
  })

/** The other of the two, by name, e-mail, phone or an order's number. */
export function FindOther({ customer, value, isRead, onChange }: FindOtherProps) {
  const [typed, settled, type] = useTyped()
  const client = useQueryClient()
  const { data, isPlaceholderData, isPending, isError } = useQuery({
    ...foundOptions(settled, customer.id),
    enabled: settled !== '',
    placeholderData: (before) => before,
  })
  if (value !== undefined)
    return (
      <div className="flex items-center gap-3 rounded bg-paper-2 px-3 py-1.5">
        <Row customer={value} />
        <Button
          look="quiet"
          square
          aria-label={t('Choose another customer')}
          refusal={isRead ? t('They are being merged.') : undefined}
          className="-mr-2"
          onClick={() => onChange(undefined)}
        >
          <X aria-hidden />
        </Button>
      </div>
    )
  return (
    <Finder
      label={t('Find the other customer')}
      placeholder={t('Name, e-mail, phone or order number')}
      typed={typed}
      onType={type}
      found={data}
      isStale={!isError && typed.trim() !== '' && (settled !== typed.trim() || isPlaceholderData || isPending)}
      none={t('No other customer is found.')}
      autoFocus
      keyOf={({ id }) => id}
      rowOf={(one) => <Row customer={one} />}
      first={async (text) => (await client.fetchQuery(foundOptions(text, customer.id)))[0]}
      onChoose={onChange}
    />
  )
}

function Row({ customer }: { customer: Customer }) {
  const { email, phone, order_count } = customer
  const name = customerName(customer)
  return (
    <>
      <span className="min-w-0 flex-1 truncate">
        <span className="font-medium">{name}</span>{' '}
        <span className="text-ink-3">{name === email ? phone : (email ?? phone)}</span>
      </span>
      <span className="shrink-0 text-xs text-ink-3">
        {customerKind(customer)} · {t('{order_count, plural, one {# order} other {# orders}}', { order_count })}
      </span>
    </>
  )
}
