import { read } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { changedFields } from '#console/lib/changed-fields.ts'
import { count } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { useDraft } from '#console/lib/use-draft.ts'
import { DeleteButton } from '#console/ui/delete-button.tsx'
import { Fact, Facts, Page, Section, TwoColumns } from '#console/ui/page.tsx'
import { PendingPage } from '#console/ui/pending-page.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { ProductState } from '../products/product-status.tsx'
import { type Collection, collectionOptions } from './collection-data.ts'
import { type CollectionFields, CollectionForm } from './collection-form.tsx'
import { CollectionProducts } from './collection-products.tsx'

export function CollectionPage() {
  const { collectionId } = useParams({ from: '/shell/collections/$collectionId' })
  const { data: collection, error, refetch } = useQuery(collectionOptions(collectionId))
  const back = { label: t('Back to the collections'), to: '/collections' } as const
  if (collection === undefined) return <PendingPage title={t('Collection')} back={back} error={error} retry={refetch} />
  return (
    <Page
      title={collection.name}
      back={back}
      aside={<ProductState status={collection.status} />}
      actions={
        <DeleteButton
          kind="collection"
          subject={collection}
          description={t('Its products stay. Its page in the shop is gone.')}
          permission="products.write"
          remove={(id) => read(api.DELETE('/admin/collections/{id}', { params: { path: { id } } }))}
        />
      }
    >
      <TwoColumns
        asideBelow
        aside={
          <Section title={t('Collection')}>
            <Facts>
              <Fact name={t('For sale in it')}>{count(collection.product_count)}</Fact>
              <Fact name={t('As of')}>
                <Time at={collection.updated_at} />
              </Fact>
              <Fact name={t('Created')}>
                <Time at={collection.created_at} />
              </Fact>
            </Facts>
          </Section>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 px-4 py-6 lg:px-8">
          <Edit collection={collection} />
          <CollectionProducts key={`${collection.id} ${collection.rules === null}`} collection={collection} />
        </div>
      </TwoColumns>
    </Page>
  )
}

function Edit({ collection }: { collection: Collection }) {
  const client = useQueryClient()
  const { data: shop } = useQuery(shopOptions)
  const refusal = useRefusal('products.write')
  const { id } = collection
  const draft = useDraft(collection, collection.version)
  const save = useMutation({
    mutationFn: async (body: CollectionFields) => {
      const { before } = draft
      const change = changedFields(before, body)
      if (Object.keys(change).length === 0) return before
      const params = { path: { id } }
      return read(
        api.PATCH('/admin/collections/{id}', { params, body: { ...change, expected_version: before.version } }),
      )
    },
    onMutate: draft.onSend,
    onError: draft.onRefused,
    onSuccess: async (saved) => {
      client.setQueryData(collectionOptions(id).queryKey, saved)
      draft.onSaved(saved)
      toast(t('{saved} is saved', { saved: saved.name }), saved.removed)
      await client.invalidateQueries({ queryKey: ['collections'] })
      await client.invalidateQueries({ queryKey: ['collection', id] })
    },
  })
  // Rules with prices are typed in the currency of the shop.
  if (shop === undefined) return null
  return (
    <CollectionForm
      key={draft.key}
      collection={draft.before}
      currency={shop.currency}
      error={save.error}
      busy={save.isPending}
      refusal={refusal}
      action={t('Save')}
      changed={draft.changed}
      unsent={draft.unsent}
      onChange={draft.onChange}
      onSubmit={(fields) => save.mutate(fields)}
    />
  )
}
