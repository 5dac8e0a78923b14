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
import { type CollectionFields, CollectionForm } from './collection-form.tsx'

export function NewCollectionPage() {
  const { data: shop } = useQuery(shopOptions)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [changed, setChanged] = useState(false)
  const create = useMutation({
    mutationFn: (body: CollectionFields) => read(api.POST('/admin/collections', { body })),
    onSuccess: async (collection) => {
      toast(t('{collection} is created', { collection: collection.name }))
      await client.invalidateQueries({ queryKey: ['collections'] })
      await navigate({
        to: '/collections/$collectionId',
        params: { collectionId: collection.id },
        replace: true,
        ignoreBlocker: true,
      })
    },
  })
  return (
    <Page title={t('New collection')} back={{ label: t('Back to the collections'), to: '/collections' }}>
      <div className="px-4 py-6 lg:px-8">
        <CollectionForm
          currency={shop?.currency ?? ''}
          error={create.error}
          busy={create.isPending}
          refusal={useRefusal('products.write')}
          action={t('Create collection')}
          changed={changed}
          unsent={changed && !create.isPending}
          onChange={setChanged}
          onSubmit={(fields) => create.mutate(fields)}
        />
      </div>
    </Page>
  )
}
