import type { ReactElement, ReactNode } from 'react'
import { t } from '#console/lib/text.ts'
import { Field, Input } from './field.tsx'

interface SearchEngineFieldsProps {
  /** What is there already; undefined for what is new. */
  saved: { slug: string; seo: { title: string | null; description: string | null } } | undefined
  /** What a new one has its address from: `name`. */
  from: string
  placeholder: string
  isRead: boolean
  faultOf: (field: string) => string | undefined
}

type SeoField = 'slug' | 'seo.title' | 'seo.description'

interface SeoInputsProps extends Pick<SearchEngineFieldsProps, 'placeholder' | 'isRead' | 'faultOf'> {
  saved: { slug: string | null; seo: { title: string | null; description: string | null } } | undefined
  slugHint: string
  slugRequired: boolean
  /** Places a field on the page. */
  place?: (name: SeoField, field: ReactElement) => ReactNode
}

/** Where a page of the storefront is, and what search engines show of it: `slug`, `seo_title`, `seo_description`. */
export function SearchEngineFields({ from, ...props }: SearchEngineFieldsProps) {
  const isThere = props.saved !== undefined
  const made =
    from === 'title' ? t('Leave empty to make it from the title.') : t('Leave empty to make it from the name.')
  const hint = isThere ? t('Old addresses redirect here.') : made
  return <SearchEngineInputs {...props} slugHint={hint} slugRequired={isThere} />
}

/** The same of a text that has no page of its own, such as one in another language. */
export function SearchEngineInputs(props: SeoInputsProps) {
  const { saved, placeholder, isRead, faultOf, slugHint, slugRequired, place = (_, field) => field } = props
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">{t('Its page for search engines')}</legend>
      {place(
        'slug',
        <Field label={t('Web address')} hint={slugHint} error={faultOf('slug')}>
          <Input
            name="slug"
            maxLength={200}
            required={slugRequired}
            defaultValue={saved?.slug ?? undefined}
            readOnly={isRead}
            autoComplete="off"
            autoCapitalize="none"
            placeholder={placeholder}
          />
        </Field>,
      )}
      {place(
        'seo.title',
        <Field label={t('Page title')} hint={t('Shown by search engines. Optional.')} error={faultOf('seo.title')}>
          <Input name="seo_title" maxLength={200} defaultValue={saved?.seo.title ?? ''} readOnly={isRead} />
        </Field>,
      )}
      {place(
        'seo.description',
        <Field
          label={t('Page description')}
          hint={t('Shown by search engines. Optional.')}
          error={faultOf('seo.description')}
        >
          <Input name="seo_description" maxLength={500} defaultValue={saved?.seo.description ?? ''} readOnly={isRead} />
        </Field>,
      )}
    </fieldset>
  )
}
