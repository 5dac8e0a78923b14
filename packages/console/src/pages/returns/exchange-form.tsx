import { type FormEvent, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Notice } from '#console/ui/states.tsx'
import { exchangeableOf } from './exchange-data.ts'
import { type ExchangeRow, exchangeOf, faultAt, outcomeOf } from './exchange-draft.ts'
import { ExchangeFields } from './exchange-fields.tsx'
import type { StepsProps } from './steps.ts'

interface ExchangeFormProps extends StepsProps {
  order: Order
  onBack: () => void
}

/** What the customer gets instead of what comes back. A return that is only asked for is approved with it. */
export function ExchangeForm({ row, order, change, onBack }: ExchangeFormProps) {
  const [rows, setRows] = useState<readonly ExchangeRow[]>([])
  const refusal = useRefusal('orders.write')
  const items = exchangeableOf(row, order)
  const itemOf = ({ line }: ExchangeRow) => items.find((one) => one.line === line)
  const faults = rows.map((one) => {
    const item = itemOf(one)
    return item && faultAt(one, item, rows, null)
  })
  const said = rows.map((one) => {
    const item = itemOf(one)
    return item && faultAt(one, item, rows, change.error)
  })
  const isSaid = said.some((text) => text !== undefined)
  const rest = isSaid ? undefined : faultsOf(change.error, []).rest
  const isWrong = faults.some((text) => text !== undefined)
  const reason =
    refusal ??
    (rows.length === 0 ? t('Choose what is sent instead.') : isWrong ? t('Correct what is marked first.') : undefined)
  const isRequested = row.status === 'requested'
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (change.isPending || reason !== undefined) return
    change.mutate({ ...(isRequested && { status: 'approved' }), ...exchangeOf(rows) })
  }
  if (items.length === 0)
    return (
      <div className="mt-4">
        <p className="text-ink-2">
          {t('Nothing of it can be exchanged: gift cards and custom items have no variants.')}
        </p>
        <Actions>
          <Button onClick={onBack}>{t('Back')}</Button>
        </Actions>
      </div>
    )
  return (
    <form aria-label={t('Exchange')} onSubmit={submit} className="mt-4 grid gap-3">
      <h3 className="-mb-1 text-xs font-medium text-ink-2">{t('What is sent instead')}</h3>
      <ul aria-label={t('What is sent instead')} className="border-b border-line">
        {items.map((item, index) => (
          <ExchangeFields
            key={item.line}
            item={item}
            rows={rows}
            error={change.error}
            isFirst={index === 0}
            onChange={(next) => {
              setRows(next)
              change.reset()
            }}
          />
        ))}
      </ul>
      <p role="status" className="min-h-5 text-ink-2">
        {isWrong ? '' : (outcomeOf(row, order, items, rows) ?? t('It costs what the returned units did.'))}
      </p>
      {rest != null && <Notice error={rest} />}
      <Actions>
        <Button onClick={onBack}>{t('Back')}</Button>
        <Button type="submit" look="primary" busy={change.isPending} refusal={reason}>
          {isRequested ? t('Approve and exchange') : t('Exchange')}
        </Button>
      </Actions>
    </form>
  )
}
