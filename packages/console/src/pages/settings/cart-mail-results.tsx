import { read } from '@commerce-platform/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { locale, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Group } from '#console/ui/groups.tsx'
import { Failure } from '#console/ui/states.tsx'

const days = 30
const options = queryOptions({
  queryKey: ['mails', 'abandoned_cart', 'results'],
  queryFn: ({ signal }) =>
    read(api.GET('/admin/mails/abandoned_cart/results', { params: { query: { days } }, signal })),
})

/** What the mails about abandoned carts brought. */
export function CartMailResults() {
  const refusal = useRefusal('dashboard.read')
  const { data, error, refetch } = useQuery({ ...options, enabled: refusal === undefined })
  if (refusal !== undefined) return null
  return (
    <Group title={t('Results')} about={t('Orders placed from a cart after its e-mail, in the last 30 days.')}>
      {error && !data && <Failure error={error} retry={refetch} />}
      {data && (
        <p className="tabular-nums">
          {t(
            '{mails, plural, one {# e-mail} other {# e-mails}} sent, {orders, plural, one {# order} ' +
              'other {# orders}} placed, worth {amount}',
            {
              mails: data.mails,
              orders: data.orders,
              amount: new Intl.ListFormat(locale).format(
                [data, ...data.other_currencies].map(({ total, currency }) => money(total, currency)),
              ),
            },
          )}
        </p>
      )}
      <p className="text-ink-3">{t('Off unless Settings → Shop says after how many hours to send it.')}</p>
    </Group>
  )
}
