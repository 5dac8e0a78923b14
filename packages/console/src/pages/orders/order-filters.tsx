import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOtherCurrencies } from '#console/data/market-currencies.ts'
import { useMay } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { staffOptions } from '#console/data/staff.ts'
import { cx } from '#console/lib/class-names.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { AmountRange } from '#console/ui/amount-range.tsx'
import { Input } from '#console/ui/field.tsx'
import { FilterSelect } from '#console/ui/filter-select.tsx'
import { DayRange } from '#console/ui/range-field.tsx'
import { promotionOptions } from '../promotions/promotion-data.ts'
import { fulfillmentFilters, furtherFilters, type OrdersSearch, paymentFilters } from './search.ts'

interface FurtherProps {
  search: OrdersSearch
  error: unknown
  change: (next: Partial<OrdersSearch>) => void
}

/** Behind the status and the search: payment, fulfilment, days, totals. */
export function FurtherFilters({ search, error, change }: FurtherProps) {
  const faults = faultsOf(error, furtherFilters)
  const isWrong = (...fields: string[]) => fields.some((field) => faults.of(field) !== undefined)
  return (
    <>
      <FilterSelect
        label={t('Payment')}
        value={search.overdue ? 'overdue' : search.payment_status}
        options={[...paymentFilters, 'overdue']}
        textOf={(states) => (states === 'paid,partially_refunded' ? t('Paid, not all refunded') : words(states))}
        onChange={(state) =>
          change({
            payment_status: paymentFilters.find((one) => one === state),
            overdue: state === 'overdue' ? 'true' : undefined,
          })
        }
      />
      <FilterSelect
        label={t('Fulfilment')}
        value={search.fulfillment_status}
        options={fulfillmentFilters}
        textOf={(states) => (states === 'unfulfilled,partially_fulfilled' ? t('Not all sent') : words(states))}
        onChange={(fulfillment_status) => change({ fulfillment_status })}
      />
      <DayRange
        label={t('Placed')}
        from={search.created_from}
        to={search.created_to}
        onChange={({ from, to }) => change({ created_from: from, created_to: to })}
        invalid={isWrong('created_from', 'created_to')}
        className="max-sm:w-full"
      />
      <Currency value={search.currency} onChange={(currency) => change({ currency })} />
      <AmountRange
        label={t('Total')}
        from={search.min_total}
        to={search.max_total}
        onChange={({ from, to }) => change({ min_total: from, max_total: to })}
        invalid={isWrong('min_total', 'max_total')}
        className="max-sm:w-full"
      />
      <Assignee value={search.assignee_id} onChange={(assignee_id) => change({ assignee_id })} />
      <Tags key={search.tags} value={search.tags ?? ''} onChange={(tags) => change({ tags: tags || undefined })} />
      {search.user_id !== undefined && <span className="text-ink-2">{t('Of one customer')}</span>}
      {search.promotion_id !== undefined && <OfPromotion id={search.promotion_id} />}
    </>
  )
}

/** Of a shop that sells in several. */
function Currency({ value, onChange }: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const { data: shop } = useQuery(shopOptions)
  const own = shop?.currency ?? ''
  const others = useOtherCurrencies(own, value === undefined ? [] : [value])
  if (shop === undefined || others.length === 0) return null
  return (
    <FilterSelect label={t('Currency')} value={value} options={[own, ...others]} textOf={String} onChange={onChange} />
  )
}

/** Looked for once they are typed: Enter, or another field. */
function Tags({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value)
  const apply = () => text.trim() !== value && onChange(text.trim())
  return (
    <Input
      aria-label={t('Tags')}
      placeholder={t('Tags')}
      // One line on a desk of 1280 px; a tag of an order leads here, too.
      className={cx('w-32! max-sm:grow max-sm:basis-2/5', value === '' && 'sm:max-[1439px]:hidden')}
      value={text}
      maxLength={1000}
      onChange={({ target }) => setText(target.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}

/** Those whom the role may see by name. */
function Assignee({ value, onChange }: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const { data: staff = [] } = useQuery(staffOptions)
  const members = staff.filter(({ user_id }) => user_id !== null)
  const nameOf = (id: string) => {
    const member = members.find(({ user_id }) => user_id === id)
    return id === 'none' ? t('Nobody') : (member?.name ?? member?.email ?? t('A colleague'))
  }
  const ids = ['none', ...members.flatMap(({ user_id }) => user_id ?? [])]
  const options = value === undefined || ids.includes(value) ? ids : [...ids, value]
  return <FilterSelect label={t('Assigned to')} value={value} options={options} textOf={nameOf} onChange={onChange} />
}

/** Its name; of one that is deleted there is none. */
function OfPromotion({ id }: { id: string }) {
  const { data } = useQuery({ ...promotionOptions(id), enabled: useMay('promotions.read') })
  return <span className="text-ink-2">{data ? t('With {name}', { name: data.name }) : t('With one promotion')}</span>
}
