import { read } from '@commerce-platform/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { DeleteButton } from '#console/ui/delete-button.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Page } from '#console/ui/page.tsx'
import { PageTabs } from '#console/ui/page-tabs.tsx'
import { PendingPage } from '#console/ui/pending-page.tsx'
import { Status } from '#console/ui/status.tsx'
import { toast, toastError } from '#console/ui/toasts.tsx'
import { type Promotion, promotionOptions, promotionTones } from './promotion-data.ts'

const back = { label: t('Back to the promotions'), to: '/promotions' } as const

/** What the pages of one promotion have in common: its state, its orders, its acts, its tabs. */
export function PromotionFrame({ id, children }: { id: string; children: (promotion: Promotion) => ReactNode }) {
  const { data: promotion, error, refetch } = useQuery(promotionOptions(id))
  if (promotion === undefined) return <PendingPage title={t('Promotion')} back={back} error={error} retry={refetch} />
  const params = { promotionId: id }
  return (
    <Page
      title={promotion.name}
      back={back}
      aside={
        <>
          <Status tone={promotionTones[promotion.status]}>{promotion.status}</Status>
          <Link to="/orders" search={{ promotion_id: id }} className={linkClass}>
            {t('{used_count, plural, one {# order} other {# orders}}', { used_count: promotion.used_count })}
          </Link>
        </>
      }
      actions={
        <>
          <DeleteButton
            kind="promotion"
            subject={promotion}
            description={afterDeletion(promotion)}
            permission="promotions.write"
            remove={() => read(api.DELETE('/admin/promotions/{id}', { params: { path: { id } } }))}
          />
          <Pause promotion={promotion} />
        </>
      }
    >
      <PageTabs
        label={t('Parts of the promotion')}
        tabs={[
          { label: t('Terms'), to: '/promotions/$promotionId', params },
          { label: t('Codes'), to: '/promotions/$promotionId/codes', params },
        ]}
      />
      {children(promotion)}
    </Page>
  )
}

/** It can be undone by the same button. */
function Pause({ promotion: { id, name, status } }: { promotion: Promotion }) {
  const client = useQueryClient()
  const isPaused = status === 'paused'
  const change = useChange(
    [['promotion', id], ['promotions']],
    () =>
      read(
        api.PATCH('/admin/promotions/{id}', {
          params: { path: { id } },
          body: { status: isPaused ? 'active' : 'paused' },
        }),
      ),
    (saved) => {
      client.setQueryData(promotionOptions(id).queryKey, saved)
      toast(isPaused ? t('{name} is active', { name }) : t('{name} is paused', { name }))
    },
  )
  const refusal =
    useRefusal('promotions.write') ?? (status === 'ended' ? t('It has ended. Change when it ends.') : undefined)
  return (
    <Button
      refusal={refusal}
      busy={change.isPending}
      onClick={() =>
        change.mutate(undefined, { onError: (error) => toastError(error, t('{name} is as it was', { name })) })
      }
    >
      {isPaused ? t('Make active') : t('Pause')}
    </Button>
  )
}

function afterDeletion({ used_count, code_count }: Promotion): string {
  return [
    t(
      '{orders, plural, one {# order with it keeps its discount.} ' + 'other {# orders with it keep their discount.}}',
      { orders: used_count },
    ),
    code_count > 0 &&
      t('{codes, plural, one {Its # code ends with it.} other {Its # codes end with it.}}', { codes: code_count }),
    t('It cannot be undone.'),
  ]
    .filter(Boolean)
    .join(' ')
}
