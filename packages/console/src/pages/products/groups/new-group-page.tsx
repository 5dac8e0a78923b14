import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { useForgetDraft } from '#console/lib/saved-drafts.ts'
import { t } from '#console/lib/text.ts'
import { Page } from '#console/ui/page.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { groupOptions } from './group-data.ts'
import { GroupForm } from './group-form.tsx'
import { createGroup } from './save-group.ts'

const draft = 'group:new'

export function NewGroupPage() {
  const { data: shop } = useQuery(shopOptions)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [changed, setChanged] = useState(false)
  const forgetDraft = useForgetDraft(draft)
  const create = useMutation({
    mutationFn: createGroup,
    onSuccess: async (group) => {
      forgetDraft()
      toast(t('{group} is created', { group: group.name }))
      client.setQueryData(groupOptions(group.id).queryKey, group)
      await client.invalidateQueries({ queryKey: ['products'] })
      await navigate({ to: '/products/groups/$groupId', params: { groupId: group.id }, replace: true })
    },
  })
  return (
    <Page title={t('New product with variants')} back={{ label: t('Back to the products'), to: '/products' }}>
      <GroupForm
        draft={draft}
        currency={shop?.currency ?? ''}
        error={create.error}
        busy={create.isPending}
        refusal={useRefusal('products.write')}
        action={t('Create product')}
        changed={changed}
        unsent={changed && !create.isPending}
        onChange={setChanged}
        onSubmit={(typed) => create.mutate(typed)}
      />
    </Page>
  )
}
