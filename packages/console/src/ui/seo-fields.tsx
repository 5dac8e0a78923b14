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

/** Where a page of the storefront is, and what search engines show of it: `slug`, `seo_title`, `seo_description`. */
export function SearchEngineFields({ saved, from, placeholder, isRead, faultOf }: SearchEngineFieldsProps) {
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">Its page for search engines</legend>
      <Field
        label="Web address"
        hint={saved ? 'Old addresses redirect here.' : `Leave empty to make it from the ${from}.`}
        error={faultOf('slug')}
      >
        <Input
          name="slug"
          maxLength={200}
          required={saved !== undefined}
          defaultValue={saved?.slug}
          readOnly={isRead}
          autoComplete="off"
          autoCapitalize="none"
          placeholder={placeholder}
        />
      </Field>
      <Field label="Page title" hint="Shown by search engines. Optional." error={faultOf('seo.title')}>
        <Input name="seo_title" maxLength={200} defaultValue={saved?.seo.title ?? ''} readOnly={isRead} />
      </Field>
      <Field label="Page description" hint="Shown by search engines. Optional." error={faultOf('seo.description')}>
        <Input name="seo_description" maxLength={500} defaultValue={saved?.seo.description ?? ''} readOnly={isRead} />
      </Field>
    </fieldset>
  )
}
