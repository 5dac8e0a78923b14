import { read } from '@commerce-platform/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Field, Select } from '#console/ui/field.tsx'
import { Group } from '#console/ui/groups.tsx'

const newest = queryOptions({
  queryKey: ['orders', 'newest'],
  queryFn: ({ signal }) => read(api.GET('/admin/orders', { params: { query: { limit: 25 } }, signal })),
})

/** Chooses the order that a preview and a test mail are about. */
export function PreviewOrder({ value, onChoose }: { value: string; onChoose: (id: string) => void }) {
  const refusal = useRefusal('orders.read')
  const { data } = useQuery({ ...newest, enabled: refusal === undefined })
  if (refusal !== undefined) return null
  return (
    <Group title={t('Preview')} about={t('Also of the mail that you send to yourself.')}>
      <Field label={t('Order in the preview')} hint={t('A sample, or one of your newest orders.')}>
        <Select value={value} onChange={({ target }) => onChoose(target.value)}>
          <option value="">{t('Sample order')}</option>
          {data?.items.map(({ id, order_number, total, currency }) => (
            <option key={id} value={id}>
              {order_number}, {money(total, currency)}
            </option>
          ))}
        </Select>
      </Field>
    </Group>
  )
}
