import { read } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { useDraft } from '#console/lib/use-draft.ts'
import { toast } from '#console/ui/toasts.tsx'
import { type Promotion, type PromotionBody, promotionOptions } from './promotion-data.ts'
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
    mutationFn: (body: PromotionBody) =>
      read(
        api.PATCH('/admin/promotions/{id}', {
          params: { path: { id } },
          body: { ...body, expected_version: draft.before.version },
        }),
      ),
    onMutate: draft.onSend,
    onError: draft.onRefused,
    onSuccess: async (saved) => {
      client.setQueryData(promotionOptions(id).queryKey, saved)
      draft.onSaved(saved)
      toast(`${saved.name} is saved`)
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
      action="Save"
      changed={draft.changed}
      unsent={draft.unsent}
      onChange={draft.onChange}
      onSubmit={(body) => save.mutate(body)}
    />
  )
}
