import type { Schemas } from '@commerce-platform/client'
import { type FormEvent, useRef, useState } from 'react'
import { faultsOf } from '#console/lib/faults.ts'
import { words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { Pictures, readPictures, reasonOf } from '#console/ui/pictures/pictures.tsx'
import { RichText } from '#console/ui/rich-text/rich-text.tsx'
import { SearchEngineFields } from '#console/ui/seo-fields.tsx'
import { Notice } from '#console/ui/states.tsx'
import { productStatuses } from '../products/search.ts'
import type { Collection } from './collection-data.ts'
import { type DraftRules, draftOf, RuleFields, rulesOf } from './rule-fields.tsx'
import { sortTexts } from './rule-texts.ts'

export type CollectionFields = Schemas['CreateCollection']

interface CollectionFormProps {
  /** What is there already; left out for a new one. */
  collection?: Collection
  currency: string
  error: unknown
  busy: boolean
  refusal: string | undefined
  action: string
  changed: boolean
  unsent: boolean
  onChange: (changed: true) => void
  onSubmit: (fields: CollectionFields) => void
}

const names = ['name', 'slug', 'description_html', 'status', 'sort', 'seo.title', 'seo.description', 'media']

/** The fields of a collection, and its rules, if it has some. */
export function CollectionForm(props: CollectionFormProps) {
  const { collection, currency, error, busy, refusal, action, changed, unsent, onChange, onSubmit } = props
  const form = useRef<HTMLFormElement>(null)
  const [isRuled, setRuled] = useState(collection ? collection.rules !== null : true)
  const [rules, setRules] = useState<DraftRules>(() => draftOf((collection?.rules ?? null) as never, currency))
  const conditions = rules.conditions.flatMap((_, index) =>
    ['field', 'operator', 'value'].map((part) => `rules.conditions[${index}].${part}`),
  )
  const faults = faultsOf(error, [...names, ...conditions], 'slug')
  useFirstFault(form, error)
  const [isSending, setSending] = useState(false)
  const isRead = refusal !== undefined || (busy && collection === undefined)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (busy || isSending) return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const read = isRuled ? rulesOf(rules, currency) : null
    if (read === undefined) return
    onSubmit({
      name: text('name'),
      description_html: text('description_html') || null,
      rules: read,
      ...(text('slug') && { slug: text('slug') }),
      media: readPictures(text('media'), collection?.media ?? []),
      status: text('status') as Collection['status'],
      sort: text('sort') as Collection['sort'],
      seo: { title: text('seo_title') || null, description: text('seo_description') || null },
    })
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      onInput={() => onChange(true)}
      className="grid max-w-2xl gap-4"
      aria-label={t('Collection')}
    >
      <LeaveGuard when={unsent} />
      <Field label={t('Name')} error={faults.of('name')}>
        <Input
          name="name"
          required
          maxLength={200}
          defaultValue={collection?.name}
          readOnly={isRead}
          autoComplete="off"
        />
      </Field>
      <RichText html={collection?.description_html ?? ''} readOnly={isRead} error={faults.of('description_html')} />
      <Pictures pictures={collection?.media ?? []} readOnly={isRead} error={faults.of('media')} onBusy={setSending} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Status')} hint={t('Customers see active collections.')} error={faults.of('status')}>
          <Select name="status" defaultValue={collection?.status ?? 'active'} disabled={isRead}>
            {productStatuses.map((status) => (
              <option key={status} value={status}>
                {words(status)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('Order of its products')} error={faults.of('sort')}>
          <Select name="sort" defaultValue={collection?.sort ?? 'newest'} disabled={isRead}>
            {Object.entries(sortTexts).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <fieldset className="grid gap-3 border-t border-line pt-4">
        <legend className="sr-only">{t('Products')}</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {[true, false].map((byRules) => (
            <label key={String(byRules)} className="flex min-h-8 items-center gap-2">
              <input
                type="radio"
                name="filled"
                checked={isRuled === byRules}
                disabled={isRead}
                onChange={() => setRuled(byRules)}
                className="size-4 accent-(--accent)"
              />
              {byRules ? t('Filled by rules') : t('Filled by hand')}
            </label>
          ))}
        </div>
        {isRuled ? (
          <RuleFields
            rules={rules}
            currency={currency}
            isRead={isRead}
            faultOf={faults.of}
            onChange={(next) => {
              setRules(next)
              onChange(true)
            }}
          />
        ) : (
          <p className="text-ink-2">{handText(collection)}</p>
        )}
      </fieldset>
      <SearchEngineFields
        saved={collection}
        from="name"
        placeholder={t('summer-sale')}
        isRead={isRead}
        faultOf={faults.of}
      />
      {faults.rest != null && <Notice error={faults.rest} />}
      <Actions>
        <Button type="submit" look="primary" busy={busy} refusal={refusal ?? reasonOf(changed, isSending)}>
          {action}
        </Button>
      </Actions>
    </form>
  )
}

function handText(collection: Collection | undefined): string {
  if (collection === undefined) return t('You choose its products when it is created.')
  if (collection.rules === null) return t('You choose its products below.')
  return t('The products found so far stay, and you choose from then on.')
}
