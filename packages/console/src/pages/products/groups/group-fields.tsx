import type { Faults } from '#console/lib/faults.ts'
import { words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { linesText, listText, readLines, readList } from '#console/lib/typed-lists.ts'
import { Field, Input, Select, TextArea } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import { readPictures } from '#console/ui/pictures/pictures.tsx'
import { productStatuses } from '../search.ts'
import type { Group, GroupFields } from './group-body.ts'

/** The names of their inputs. */
export const groupFieldNames =
  'name description_html category brand tags status slug seo.title seo.description metadata media'.split(' ')

/** What was typed into them. A slug that is left empty is made of the name, or stays. */
export function readGroupFields(form: FormData, group: Group | undefined): GroupFields & { media: string[] } {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return {
    name: text('name'),
    // Its field is loaded behind the others.
    description_html: String(form.get('description_html') ?? group?.description_html ?? '').trim() || null,
    category: text('category') || null,
    brand: text('brand') || null,
    tags: [...readList(text('tags'), group?.tags ?? [])],
    media: readPictures(text('media'), group?.media ?? []),
    status: text('status') as GroupFields['status'],
    seo: { title: text('seo.title') || null, description: text('seo.description') || null },
    metadata: readLines(text('metadata'), group?.metadata ?? {}),
    ...(text('slug') !== '' && { slug: text('slug') }),
  }
}

interface GroupDetailsProps {
  group: Group | undefined
  faults: Faults
  isRead: boolean
}

/** What all variants read of their product. */
export function GroupDetails({ group, faults, isRead }: GroupDetailsProps) {
  const input = { readOnly: isRead, autoComplete: 'off' } as const
  return (
    <>
      <Section title={t('All variants')}>
        <div className="grid gap-4">
          <Field label={t('Status')} hint={t('Customers see active products.')} error={faults.of('status')}>
            <Select name="status" defaultValue={group?.status ?? 'active'} disabled={isRead}>
              {productStatuses.map((status) => (
                <option key={status} value={status}>
                  {words(status)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('Category')} error={faults.of('category')}>
            <Input name="category" maxLength={100} defaultValue={group?.category ?? ''} readOnly={isRead} />
          </Field>
          <Field label={t('Brand')} error={faults.of('brand')}>
            <Input name="brand" maxLength={100} defaultValue={group?.brand ?? ''} readOnly={isRead} />
          </Field>
          <Field label={t('Tags')} hint={t('Separate them with commas.')} error={faults.of('tags')}>
            <Input name="tags" defaultValue={listText(group?.tags ?? [])} {...input} />
          </Field>
        </div>
      </Section>
      <Section title={t('Search engines and custom fields')}>
        <div className="grid gap-4">
          <Field
            label={t('Web address')}
            hint={group ? t('Old addresses redirect here.') : t('Leave empty to make it from the name.')}
            error={faults.of('slug')}
          >
            <Input name="slug" maxLength={255} defaultValue={group?.slug} autoCapitalize="none" {...input} />
          </Field>
          <Field
            label={t('Page title')}
            hint={t('Shown by search engines. Leave empty to use the product name.')}
            error={faults.of('seo.title')}
          >
            <Input name="seo.title" maxLength={200} defaultValue={group?.seo.title ?? ''} {...input} />
          </Field>
          <Field label={t('Page description')} error={faults.of('seo.description')}>
            <TextArea
              name="seo.description"
              rows={2}
              maxLength={500}
              defaultValue={group?.seo.description ?? ''}
              {...input}
            />
          </Field>
          <Field
            label={t('Custom fields')}
            hint={t('One per line, such as public_care: Wash cold.')}
            error={faults.of('metadata')}
          >
            <TextArea name="metadata" rows={2} defaultValue={linesText(group?.metadata ?? {})} {...input} />
          </Field>
        </div>
      </Section>
    </>
  )
}
