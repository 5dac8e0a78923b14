import type { Schemas } from '@commerce-platform/client'
import { useState } from 'react'
import type { Faults } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Group } from '#console/ui/groups.tsx'

type Shop = Schemas['MerchantSettings']

interface NumberFieldsProps {
  shop: Shop
  faults: Faults
  isRead: boolean
}

export const numberFieldNames = ['order_number.prefix', 'order_number.next', 'order_number.digits']

/** How the numbers of new orders are written. */
export function NumberFields({ shop, faults, isRead }: NumberFieldsProps) {
  const { order_number: form } = shop
  const [countsUp, setCountsUp] = useState(form !== null)
  return (
    <Group title={t('Order numbers')} about={t('Of orders placed from now on.')}>
      <div className="-mt-1.5">
        <Checkbox
          name="order_number"
          defaultChecked={form !== null}
          onChange={({ currentTarget }) => setCountsUp(currentTarget.checked)}
          disabled={isRead}
        >
          {t('Order numbers count up')}
        </Checkbox>
        <p className="-mt-1 mb-1 ml-6 text-xs text-ink-3">
          {t('Such as A-1001. Otherwise they have their day and letters, such as 261121-7K3M9Q.')}
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-3" hidden={!countsUp}>
        <Field label={t('Prefix')} hint={t('Not with a digit at the end.')} error={faults.of('order_number.prefix')}>
          <Input
            name="order_number.prefix"
            maxLength={20}
            defaultValue={form?.prefix ?? ''}
            readOnly={isRead}
            placeholder="A-"
            autoComplete="off"
          />
        </Field>
        <Field label={t('Next order number')} hint={t('It can only be raised.')} error={faults.of('order_number.next')}>
          <Input
            name="order_number.next"
            inputMode="numeric"
            defaultValue={form?.next ?? 1}
            readOnly={isRead}
            autoComplete="off"
            className="tabular-nums"
          />
        </Field>
        <Field label={t('Digits')} hint={t('Zeros fill it up.')} error={faults.of('order_number.digits')}>
          <Input
            name="order_number.digits"
            inputMode="numeric"
            defaultValue={form?.digits ?? 1}
            readOnly={isRead}
            autoComplete="off"
            className="tabular-nums"
          />
        </Field>
      </div>
    </Group>
  )
}
