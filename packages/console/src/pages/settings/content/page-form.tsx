import type { Schemas } from '@commerce-platform/client'
import { type FormEvent, useRef, useState } from 'react'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { RichText } from '#console/ui/rich-text/rich-text.tsx'
import { SearchEngineFields } from '#console/ui/seo-fields.tsx'
import { Notice } from '#console/ui/states.tsx'
import { type Kind, kindTexts, type ShopPage } from './content-data.ts'
import { asOf, outlineOf, outlines } from './headings.ts'

export type PageFields = Schemas['CreatePage']

interface PageFormProps {
  /** What is there already; left out for a new one. */
  page?: ShopPage
  error: unknown
  busy: boolean
  refusal: string | undefined
  changed: boolean
  unsent: boolean
  onChange: (changed: true) => void
  onSubmit: (fields: PageFields) => void
}

const names = ['title', 'slug', 'body_html', 'status', 'kind', 'seo.title', 'seo.description']

export function PageForm({ page, error, busy, refusal, changed, unsent, onChange, onSubmit }: PageFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [kind, setKind] = useState<Kind | ''>(page?.kind ?? '')
  /** Set anew, the editor begins with other HTML. */
  const [begun, setBegun] = useState({ html: page?.body_html ?? '', times: 0 })
  const faults = faultsOf(error, names, 'slug')
  useFirstFault(form, error)
  const isRead = refusal !== undefined || (busy && page === undefined)
  function begin(language: 'en' | 'de'): void {
    const html = kind && outlineOf(kind, language)
    if (!html) return
    setBegun(({ times }) => ({ html, times: times + 1 }))
    onChange(true)
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    onSubmit({
      title: text('title'),
      body_html: text('body_html') || null,
      kind: (text('kind') || null) as Kind | null,
      status: text('status') as ShopPage['status'],
      ...(text('slug') && { slug: text('slug') }),
      seo: { title: text('seo_title') || null, description: text('seo_description') || null },
    })
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      onInput={() => onChange(true)}
      className="grid max-w-2xl gap-4"
      aria-label={t('Page')}
    >
      <LeaveGuard when={unsent} />
      <Field label={t('Title')} error={faults.of('title')}>
        <Input name="title" required maxLength={200} defaultValue={page?.title} readOnly={isRead} autoComplete="off" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('Kind')}
          hint={t('Your shop links to legal pages in the right places.')}
          error={faults.of('kind')}
        >
          <Select
            name="kind"
            value={kind}
            disabled={isRead}
            onChange={({ target }) => setKind(target.value as Kind | '')}
          >
            <option value="">{t('Another page')}</option>
            {Object.entries(kindTexts).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('Status')} hint={t('Customers see published pages.')} error={faults.of('status')}>
          <Select name="status" defaultValue={page?.status ?? 'draft'} disabled={isRead}>
            <option value="draft">{t('Draft')}</option>
            <option value="published">{t('Published')}</option>
          </Select>
        </Field>
      </div>
      {kind && outlines[kind] && !isRead && <Asked kind={kind} onBegin={begin} />}
      <RichText
        key={begun.times}
        name="body_html"
        label={t('Text')}
        html={begun.html}
        readOnly={isRead}
        error={faults.of('body_html')}
      />
      <SearchEngineFields saved={page} from="title" placeholder="about-us" isRead={isRead} faultOf={faults.of} />
      {faults.rest != null && <Notice error={faults.rest} />}
      <Actions>
        <Button
          type="submit"
          look="primary"
          busy={busy}
          refusal={refusal ?? (changed ? undefined : t('Nothing to save yet.'))}
        >
          {page ? t('Save page') : t('Create page')}
        </Button>
      </Actions>
    </form>
  )
}

/** What the law asks of the page, and headings for it in place of the text. */
function Asked({ kind, onBegin }: { kind: Kind; onBegin: (language: 'en' | 'de') => void }) {
  return (
    <div className="grid gap-2 rounded bg-paper-2 p-3 text-ink-2">
      <p>
        {t(
          'The law says what this page must contain: {sources} (as of {day}). You can start with ' +
            'headings for it, which replace the text below. Write the text yourself, or have it written.',
          { sources: outlines[kind]?.sources, day: asOf },
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onBegin('en')}>{t('Headings in English')}</Button>
        <Button onClick={() => onBegin('de')}>{t('Headings in German')}</Button>
      </div>
    </div>
  )
}
