import { read } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { useForgetDraft } from '#console/lib/saved-drafts.ts'
import { t } from '#console/lib/text.ts'
import { Field, Input } from '#console/ui/field.tsx'
import { Page } from '#console/ui/page.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { type ProductFields, ProductForm } from './product-form.tsx'

export function NewProductPage() {
  const { data: shop } = useQuery(shopOptions)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [changed, setChanged] = useState(false)
  const forgetDraft = useForgetDraft('product:new')
  const create = useMutation({
    mutationFn: (body: ProductFields & { on_hand: number }) => read(api.POST('/admin/products', { body })),
    onSuccess: async (product) => {
      forgetDraft()
      toast(t('{product} is created', { product: product.name }))
      await client.invalidateQueries({ queryKey: ['products'] })
      await navigate({ to: '/products/$productId', params: { productId: product.id }, replace: true })
    },
  })
  return (
    <Page title={t('New product')} back={{ label: t('Back to the products'), to: '/products' }}>
      <div className="px-4 py-6 lg:px-8">
        <ProductForm
          draft="product:new"
          currency={shop?.currency ?? ''}
          error={create.error}
          busy={create.isPending}
          refusal={useRefusal('products.write')}
          action={t('Create product')}
          changed={changed}
          unsent={changed && !create.isPending}
          onChange={setChanged}
          moreFields={['on_hand']}
          more={
            <Field
              label={t('In stock')}
              hint={t('Units you have now.')}
              error={faultsOf(create.error, []).of('on_hand')}
            >
              <Input
                name="on_hand"
                type="number"
                min={0}
                step={1}
                defaultValue={0}
                readOnly={create.isPending}
                className="tabular-nums"
              />
            </Field>
          }
          onSubmit={(fields, form) => create.mutate({ ...fields, on_hand: Number(form.get('on_hand')) })}
        />
      </div>
    </Page>
  )
}
