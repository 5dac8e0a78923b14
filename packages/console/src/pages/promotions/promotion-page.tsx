import { read } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { changedFields } from '#console/lib/changed-fields.ts'
import { t } from '#console/lib/text.ts'
import { useDraft } from '#console/lib/use-draft.ts'
import { toast } from '#console/ui/toasts.tsx'
import { type Promotion, type PromotionBody, promotionOptions } from './promotion-data.ts'
import { bodyOf, draftOf } from './promotion-draft.ts'
import { PromotionForm } from './promotion-form.tsx'
import { PromotionFrame } from './promotion-frame.tsx'

export function PromotionPage() {
  const { promotionId } = useParams({ from: '/shell/promotions/$promotionId' })
  return <PromotionFrame id={promotionId}>{(promotion) => <Edit promotion={promotion} />}</PromotionFrame>
}

function Edit({ promotion }: { promotion: Promotion }) {
  const client = useQueryClient()
  const { data: shop } = useQuery(shopOptions)
  const refusal = useRefusal('promotions.write')
  const { id, updated_at } = promotion
  const draft = useDraft(promotion, updated_at)
  const save = useMutation({
    mutationFn: async (body: PromotionBody) => {
      const { before } = draft
      const typed = bodyOf(draftOf(before, shop?.currency ?? ''), shop?.currency ?? '')
      const opened = { ...typed, prices: before.prices ?? null }
      // What nobody has changed is not sent: a time, for example, is stored more exactly than its field shows it.
      const change = changedFields(opened, body)
      if (Object.keys(change).length === 0) return before
      const params = { path: { id } }
      return read(
        api.PATCH('/admin/promotions/{id}', { params, body: { ...change, expected_version: before.version } }),
      )
    },
    onMutate: draft.onSend,
    onError: draft.onRefused,
    onSuccess: async (saved) => {
      client.setQueryData(promotionOptions(id).queryKey, saved)
      draft.onSaved(saved)
      toast(t('{saved} is saved', { saved: saved.name }))
      await client.invalidateQueries({ queryKey: ['promotions'] })
    },
  })
  // Amounts are typed in the currency of the shop.
  if (shop === undefined) return null
  return (
    <PromotionForm
      key={draft.key}
      promotion={draft.before}
      currency={shop.currency}
      error={save.error}
      busy={save.isPending}
      refusal={refusal}
      action={t('Save')}
      changed={draft.changed}
      unsent={draft.unsent}
      onChange={draft.onChange}
      onSubmit={(body) => save.mutate(body)}
    />
  )
}
