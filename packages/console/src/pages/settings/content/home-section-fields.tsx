import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Field, Input, Select, TextArea } from '#console/ui/field.tsx'
import { Pictures } from '#console/ui/pictures/pictures.tsx'
import { RichText } from '#console/ui/rich-text/rich-text.tsx'
import { pageChoices } from './content-data.ts'
import { type Draft, sectionTexts } from './home-sections.ts'
import { Choice } from './link-target.tsx'

interface HomeSectionFieldsProps {
  draft: Draft
  place: number
  refusal: string | undefined
  isFirst: boolean
  isLast: boolean
  onSending: (busy: boolean) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

export function HomeSectionFields(props: HomeSectionFieldsProps) {
  const { draft, place, refusal, isFirst, isLast, onMove, onRemove } = props
  const { key, type, section } = draft
  return (
    <fieldset className="grid gap-3 rounded p-3 ring-1 ring-inset ring-line">
      <legend className="sr-only">{t('Section {number}: {kind}', { number: place, kind: sectionTexts[type] })}</legend>
      <div className="flex flex-wrap items-center gap-1">
        <p className="min-w-0 flex-1 font-medium">{sectionTexts[type]}</p>
        <Button
          look="quiet"
          aria-label={t('Move up: section {number}', { number: place })}
          refusal={refusal ?? (isFirst ? t('It is the first.') : undefined)}
          onClick={() => onMove(-1)}
        >
          {t('Up')}
        </Button>
        <Button
          look="quiet"
          aria-label={t('Move down: section {number}', { number: place })}
          refusal={refusal ?? (isLast ? t('It is the last.') : undefined)}
          onClick={() => onMove(1)}
        >
          {t('Down')}
        </Button>
        <Button
          look="quiet"
          aria-label={t('Remove: section {number}', { number: place })}
          refusal={refusal}
          onClick={onRemove}
        >
          {t('Remove')}
        </Button>
      </div>
      <Field label={t('Title')}>
        <Input
          name={`${key}.title`}
          required={type === 'hero'}
          maxLength={200}
          defaultValue={section?.title ?? ''}
          readOnly={refusal !== undefined}
        />
      </Field>
      <Others {...props} />
    </fieldset>
  )
}

function Others({ draft: { key, type, section }, refusal, onSending }: HomeSectionFieldsProps) {
  const isRead = refusal !== undefined
  const picture = (
    <Pictures
      name={`${key}.picture`}
      label={t('Picture')}
      max={1}
      pictures={section?.picture ? [section.picture] : []}
      readOnly={isRead}
      onBusy={onSending}
    />
  )
  const html = (
    <RichText name={`${key}.body_html`} label={t('Text')} html={section?.body_html ?? ''} readOnly={isRead} />
  )
  const link = (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={t('Button leads to')} hint={t('Optional: /products, or an address.')}>
        <Input
          name={`${key}.link_url`}
          maxLength={2_000}
          defaultValue={section?.link?.url ?? ''}
          readOnly={isRead}
          autoComplete="off"
        />
      </Field>
      <Field label={t('Words on the button')}>
        <Input name={`${key}.link_title`} maxLength={100} defaultValue={section?.link?.title ?? ''} readOnly={isRead} />
      </Field>
    </div>
  )
  switch (type) {
    case 'hero':
      return (
        <>
          <Field label={t('Words below')}>
            <TextArea name={`${key}.text`} maxLength={1_000} defaultValue={section?.text ?? ''} readOnly={isRead} />
          </Field>
          {picture}
          {link}
        </>
      )
    case 'collection_row':
      return <Row name={key} collection={section?.collection} limit={section?.limit ?? 8} isRead={isRead} />
    case 'text':
      return html
    case 'picture_with_text':
      return (
        <>
          {picture}
          <Field label={t('Side of the picture')}>
            <Select name={`${key}.side`} defaultValue={section?.side ?? 'left'} disabled={isRead}>
              <option value="left">{t('Left')}</option>
              <option value="right">{t('Right')}</option>
            </Select>
          </Field>
          {html}
          {link}
        </>
      )
    case 'pages':
      return <PageBoxes name={`${key}.ids`} chosen={section?.pages ?? []} isRead={isRead} />
  }
}

interface RowProps {
  name: string
  collection: { id: string; gone?: boolean } | undefined
  limit: number
  isRead: boolean
}

function Row({ name, collection, limit, isRead }: RowProps) {
  const [target, setTarget] = useState(collection?.id ?? '')
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <div>
        <input type="hidden" name={`${name}.collection_id`} value={target} />
        <Choice type="collection" target={target} isRead={isRead} onChange={setTarget} />
        {collection?.gone && target === collection.id && (
          <p className="mt-1 text-xs text-bad">{t('Customers do not see this section: the collection is gone.')}</p>
        )}
      </div>
      <Field label={t('How many products')}>
        <Input name={`${name}.limit`} type="number" min={1} max={24} required defaultValue={limit} readOnly={isRead} />
      </Field>
    </div>
  )
}

interface PageBoxesProps {
  name: string
  chosen: readonly { id: string; title: string }[]
  isRead: boolean
}

/** Those that are chosen first, in their order. */
function PageBoxes({ name, chosen, isRead }: PageBoxesProps) {
  const { data = [] } = useQuery(pageChoices)
  const others = data.filter(({ id }) => chosen.every((one) => one.id !== id))
  const all = [...chosen.map(({ id, title }) => ({ id, name: title || t('A page that is gone') })), ...others]
  if (all.length === 0) return <p className="text-ink-2">{t('There are no pages yet.')}</p>
  return (
    <div role="group" aria-label={t('Pages')} className="grid gap-1">
      {all.map((page) => (
        <Checkbox
          key={page.id}
          name={name}
          value={page.id}
          defaultChecked={chosen.some(({ id }) => id === page.id)}
          disabled={isRead}
        >
          {page.name}
        </Checkbox>
      ))}
    </div>
  )
}
