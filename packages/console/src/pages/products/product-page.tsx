import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useRef } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { count, money } from '#console/lib/format.ts'
import { isSame } from '#console/lib/same.ts'
import { useForgetDraft, useForgetSaved } from '#console/lib/saved-drafts.ts'
import { t } from '#console/lib/text.ts'
import { useDraft } from '#console/lib/use-draft.ts'
import { DeleteButton } from '#console/ui/delete-button.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Fact, Facts, Page, Section, TwoColumns } from '#console/ui/page.tsx'
import { PendingPage } from '#console/ui/pending-page.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { changeProduct, fieldsOf, othersChangeError } from './others-change.ts'
import { productOptions } from './product-data.ts'
import { type ProductFields, ProductForm } from './product-form.tsx'
import { ProductState } from './product-status.tsx'

const Comments = lazy(() => import('../comments/comments.tsx').then((module) => ({ default: module.Comments })))

type Product = Schemas['Product']

export function ProductPage() {
  const { productId } = useParams({ from: '/shell/products/$productId' })
  const { data: product, error, refetch } = useQuery(productOptions(productId))
  const back = { label: t('Back to the products'), to: '/products' } as const
  if (product === undefined) return <PendingPage title={t('Product')} back={back} error={error} retry={refetch} />
  return (
    <Page
      title={product.name}
      back={back}
      aside={<ProductState status={product.status} />}
      actions={
        <DeleteButton
          kind="product"
          subject={product}
          description={t(
            'Customers no longer find it. If it was ever ordered, or is in a cart, it is archived ' + 'instead.',
          )}
          permission="products.write"
          remove={(id) => read(api.DELETE('/admin/products/{id}', { params: { path: { id } } }))}
          said={({ outcome }) =>
            outcome === 'deleted'
              ? t('{name} is deleted', { name: product.name })
              : t('{name} is archived', { name: product.name })
          }
        />
      }
    >
      <TwoColumns
        asideBelow
        aside={
          <>
            <Section title={t('Product')}>
              <Facts>
                <Fact name={t('Available')}>
                  <Link to="/inventory/$productId" params={{ productId }} className={linkClass}>
                    {count(product.available)}
                  </Link>
                </Fact>
                <Fact name={t('Price')}>{money(product.price, product.currency)}</Fact>
                <Fact name={t('Created')}>
                  <Time at={product.created_at} />
                </Fact>
                <Fact name={t('Changed')}>
                  <Time at={product.updated_at} />
                </Fact>
              </Facts>
            </Section>
            <Suspense>
              <Comments on="products" id={productId} needs="products.write" />
            </Suspense>
          </>
        }
      >
        <div className="px-4 py-6 lg:px-8">
          <Edit product={product} />
        </div>
      </TwoColumns>
    </Page>
  )
}

function Edit({ product }: { product: Product }) {
  const client = useQueryClient()
  const { id } = product
  const draft = useDraft(product, product.version)
  const draftName = `product ${id}`
  useForgetSaved(draft.changed, useForgetDraft(draftName))
  /** What others have written and who saves has been told of. */
  const reported = useRef<Partial<ProductFields>>({})
  const save = useMutation({
    mutationFn: (change: Partial<ProductFields>) =>
      changeProduct(draft.before, change, (others) => {
        const names = Object.keys(others) as (keyof ProductFields)[]
        if (names.every((name) => isSame(reported.current[name], others[name]))) return
        reported.current = { ...reported.current, ...others }
        throw othersChangeError(others, product.currency)
      }),
    onMutate: draft.onSend,
    onError: draft.onRefused,
    onSuccess: async (saved) => {
      client.setQueryData(productOptions(id).queryKey, saved)
      draft.onSaved(saved)
      await client.invalidateQueries({ queryKey: ['products'] })
      toast(t('{saved} is saved', { saved: saved.name }), saved.removed)
    },
  })
  return (
    <ProductForm
      key={draft.key}
      draft={draftName}
      product={draft.before}
      currency={product.currency}
      error={save.error}
      busy={save.isPending}
      refusal={useRefusal('products.write')}
      action={t('Save')}
      changed={draft.changed}
      unsent={draft.unsent}
      onChange={draft.onChange}
      onSubmit={(fields) => save.mutate(changeOf(draft.before, fields))}
    />
  )
}

/** What differs, so that what somebody else has changed meanwhile is not undone. */
function changeOf(before: Product, fields: ProductFields): Partial<ProductFields> {
  const names = Object.keys(fields) as (keyof ProductFields)[]
  const were = fieldsOf(before)
  const differing = names.filter((name) => !isSame(fields[name], were[name]))
  return Object.fromEntries(differing.map((name) => [name, fields[name]]))
}
