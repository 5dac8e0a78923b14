import { read, type Schemas } from '@commerce-platform/client'
import { useId } from 'react'
import { useCategories } from '#console/data/categories.ts'
import { api } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { BulkDialog } from '#console/ui/bulk-dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import type { ProductStatus } from '../search.ts'
import { statusChanges } from './status-changes.ts'

type Product = Schemas['Card']

interface ChosenProps {
  products: readonly Product[]
  onClose: () => void
  onDone: (left: ReadonlySet<string>) => void
}

const shared = {
  noun: 'product' as const,
  nameOf: ({ name, sku, group }: Product) => (group === undefined ? `${name} (${sku})` : group.name),
  keyOf: ({ id, group }: Product) => group?.id ?? id,
  shownBy: [['products'], ['product'], ['product-group'], ['inventory'], ['dashboard']],
}

/** Of a group it is the group that changes. */
function change({ id, group }: Product, body: Pick<Schemas['UpdateProduct'], 'status' | 'category'>) {
  if (group === undefined) return read(api.PATCH('/admin/products/{id}', { params: { path: { id } }, body }))
  return read(api.PATCH('/admin/product-groups/{id}', { params: { path: { id: group.id } }, body }))
}

const statusTexts: Record<ProductStatus, { action: string; already: string }> = {
  active: { action: t('Make active'), already: t('is active already.') },
  draft: { action: t('Make drafts'), already: t('is a draft already.') },
  archived: { action: t('Archive'), already: t('is archived already.') },
}

/** A variant is sold while it and its group are active: of a group it is the group's status that changes. */
export function ChangeStatus({ status, products, ...rest }: ChosenProps & { status: ProductStatus }) {
  const fit = products.filter((product) => product.status !== status)
  const { action, already } = statusTexts[status]
  const { title, effect, done } = statusChanges[status]
  return (
    <BulkDialog
      {...shared}
      {...rest}
      title={title(fit.length)}
      description={effect}
      action={action}
      done={done}
      items={fit}
      refused={products.filter((product) => product.status === status).map((item) => ({ item, why: already }))}
      stepOf={() => (product) => change(product, { status })}
    />
  )
}

/** On a row of its own. */
const isVariant = ({ group_id, group }: Product) => group_id !== null && group === undefined

/** A group's category is that of its variants: it changes for all of them. */
export function ChangeCategory({ products, ...rest }: ChosenProps) {
  const categories = useCategories(undefined)
  const list = useId()
  const title = t('Change the category of {products, plural, one {# product} other {# products}}', {
    products: products.length,
  })
  return (
    <BulkDialog
      {...shared}
      {...rest}
      title={title}
      description={t('Each has one category.')}
      action={t('Change the category')}
      done={(count) => t('{count, plural, one {# product} other {# products}} changed', { count })}
      items={products.filter((product) => !isVariant(product))}
      refused={products.filter(isVariant).map((item) => ({ item, why: t('has the category of its group.') }))}
      stepOf={(form) => {
        const category = String(form.get('category') ?? '').trim() || null
        return (product) => change(product, { category })
      }}
    >
      <Field label={t('Category')} hint={t('Leave empty for none.')}>
        <Input name="category" maxLength={100} list={list} autoComplete="off" />
      </Field>
      <datalist id={list}>
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </BulkDialog>
  )
}
