import type { Schemas } from '@commerce-platform/client'
import type { Faults } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { Group } from '#console/ui/groups.tsx'

interface ReturnsFieldsProps {
  shop: Schemas['MerchantSettings']
  faults: Faults
  isRead: boolean
}

export const returnsFieldNames = ['withdrawal', 'return_days', 'delivery_days']

/** What customers may send back, and how long. */
export function ReturnsFields({ shop, faults, isRead }: ReturnsFieldsProps) {
  return (
    <Group title={t('Returns')} about={t('What customers may send back, and how long.')}>
      <Field
        label={t('Right of withdrawal')}
        hint={t('Of consumers in the EU: 14 days from delivery, without a reason.')}
        error={faults.of('withdrawal')}
      >
        <Select name="withdrawal" defaultValue={String(shop.withdrawal)} disabled={isRead}>
          <option value="null">{t('Orders to countries of the EU')}</option>
          <option value="true">{t('Every order')}</option>
          <option value="false">{t('No order')}</option>
        </Select>
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('Days to return')}
          hint={t('From delivery. Leave empty for no returns.')}
          error={faults.of('return_days')}
        >
          <Input
            name="return_days"
            inputMode="numeric"
            defaultValue={shop.return_days ?? ''}
            readOnly={isRead}
            autoComplete="off"
            className="tabular-nums"
          />
        </Field>
        <Field label={t('Days of delivery')} hint={t('Unless its day is known.')} error={faults.of('delivery_days')}>
          <Input
            name="delivery_days"
            inputMode="numeric"
            required
            defaultValue={shop.delivery_days}
            readOnly={isRead}
            autoComplete="off"
            className="tabular-nums"
          />
        </Field>
      </div>
    </Group>
  )
}
