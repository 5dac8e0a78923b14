import { useId } from 'react'
import { useCategories } from '#console/data/categories.ts'
import { t } from '#console/lib/text.ts'
import { Field, Input } from '#console/ui/field.tsx'
import type { ProductStatus } from '../search.ts'
import { JobDialog, type JobDialogProps } from './job-dialog.tsx'

type ChosenProps = Pick<JobDialogProps, 'products' | 'onClose' | 'onDone'>

const statusTexts: Record<ProductStatus, { title: string; action: string; effect: string; done: string }> = {
  active: {
    title: 'active',
    action: t('Make active:'),
    effect: t('Customers can find and buy them.'),
    done: t('now active'),
  },
  draft: {
    title: 'drafts',
    action: t('Make drafts of'),
    effect: t('Customers no longer see them.'),
    done: t('now drafts'),
  },
  archived: {
    title: 'archived',
    action: t('Archive'),
    done: 'archived',
    effect: t('Customers no longer see them; orders and reports keep them.'),
  },
}

export function ChangeStatus({ status, products, ...rest }: ChosenProps & { status: ProductStatus }) {
  const { title, effect, action, done } = statusTexts[status]
  const what = t('{products, plural, one {# product} other {# products}}', { products: products.length })
  return (
    <JobDialog
      {...rest}
      products={products}
      title={status === 'archived' ? t('Archive {what}', { what }) : t('Make {what} {title}', { what, title })}
      description={effect}
      action={action}
      done={done}
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
      action={t('Change')}
      done={t('changed')}
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
      action={t('Change')}
      done={t('changed')}
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
