import { useId } from 'react'
import { useCategories } from '#console/data/categories.ts'
import { t } from '#console/lib/text.ts'
import { Field, Input } from '#console/ui/field.tsx'
import type { ProductStatus } from '../search.ts'
import { JobDialog, type JobDialogProps } from './job-dialog.tsx'
import { statusChanges } from './status-changes.ts'

type ChosenProps = Pick<JobDialogProps, 'products' | 'onClose' | 'onDone'>

export function ChangeStatus({ status, products, ...rest }: ChosenProps & { status: ProductStatus }) {
  const { title, effect, ...texts } = statusChanges[status]
  return (
    <JobDialog
      {...rest}
      {...texts}
      products={products}
      title={title(products.length)}
      description={effect}
      changeOf={() => ({ status })}
    />
  )
}

export function ChangeCategory({ products, ...rest }: ChosenProps) {
  const categories = useCategories(undefined)
  const list = useId()
  return (
    <JobDialog
      {...rest}
      products={products}
      title={t('Change the category of {products, plural, one {# product} other {# products}}', {
        products: products.length,
      })}
      description={t('Each has one category.')}
      begin={t('Change')}
      action={(count) => t('Change {count, plural, one {# product} other {# products}}', { count })}
      done={(count) => t('{count, plural, one {# product} other {# products}} changed', { count })}
      changeOf={(form) => ({ category: String(form.get('category') ?? '').trim() || null })}
    >
      <Field label={t('Category')} hint={t('Leave empty for none.')}>
        <Input name="category" maxLength={100} list={list} autoComplete="off" />
      </Field>
      <datalist id={list}>
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </JobDialog>
  )
}

/** The tags of a field: between commas. */
function tagsOf(form: FormData, name: string): string[] {
  return [
    ...new Set(
      String(form.get(name) ?? '')
        .split(',')
        .map((tag) => tag.trim()),
    ),
  ].filter((tag) => tag !== '')
}

export function ChangeTags({ products, ...rest }: ChosenProps) {
  return (
    <JobDialog
      {...rest}
      products={products}
      title={t('Change the tags of {products, plural, one {# product} other {# products}}', {
        products: products.length,
      })}
      begin={t('Change')}
      action={(count) => t('Change {count, plural, one {# product} other {# products}}', { count })}
      done={(count) => t('{count, plural, one {# product} other {# products}} changed', { count })}
      changeOf={(form) => {
        const [add, remove] = [tagsOf(form, 'add'), tagsOf(form, 'remove')]
        if (add.length + remove.length === 0) return undefined
        return { ...(add.length > 0 && { add_tags: add }), ...(remove.length > 0 && { remove_tags: remove }) }
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Add')} hint={t('With commas between.')}>
          <Input name="add" autoComplete="off" />
        </Field>
        <Field label={t('Remove')} hint={t('Separate them with commas.')}>
          <Input name="remove" autoComplete="off" />
        </Field>
      </div>
    </JobDialog>
  )
}
