import { read } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { Page } from '#console/ui/page.tsx'
import { toast } from '#console/ui/toasts.tsx'
import type { PromotionBody } from './promotion-data.ts'
import { PromotionForm, type Trigger } from './promotion-form.tsx'

export function NewPromotionPage() {
  const { data: shop } = useQuery(shopOptions)
  const refusal = useRefusal('promotions.write')
  const client = useQueryClient()
  const navigate = useNavigate()
  const [changed, setChanged] = useState(false)
  const create = useMutation({
    // Until it has codes, everybody would get it.
    mutationFn: ({ body, trigger }: { body: PromotionBody; trigger: Trigger }) =>
      read(api.POST('/admin/promotions', { body: { ...body, status: trigger === 'codes' ? 'paused' : 'active' } })),
    onSuccess: async ({ id, name }, { trigger }) => {
      toast(t('{name} is created', { name }))
      await client.invalidateQueries({ queryKey: ['promotions'] })
      const shared = { params: { promotionId: id }, replace: true, ignoreBlocker: true }
      if (trigger === 'codes')
        await navigate({ to: '/promotions/$promotionId/codes', search: { open: 'new' }, ...shared })
      else await navigate({ to: '/promotions/$promotionId', ...shared })
    },
  })
  return (
    <Page title={t('New promotion')} back={{ label: t('Back to the promotions'), to: '/promotions' }}>
      {shop && (
        <PromotionForm
          currency={shop.currency}
          error={create.error}
          busy={create.isPending}
          refusal={refusal}
          action={t('Create promotion')}
          changed={changed}
          unsent={changed && !create.isPending}
          onChange={setChanged}
          onSubmit={(body, trigger) => create.mutate({ body, trigger })}
        />
      )}
    </Page>
  )
}
