import type { Schemas } from '@commerce-platform/client'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { faultsOf } from '#console/lib/faults.ts'
import { languageName } from '#console/lib/languages.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { RichText } from '#console/ui/rich-text/rich-text.tsx'
import { SearchEngineInputs } from '#console/ui/seo-fields.tsx'
import { Notice } from '#console/ui/states.tsx'
import { OptionWords, optionNames, readOptions } from './option-words.tsx'
import type { Translation } from './translation-data.ts'

export type TranslationTexts = Schemas['SetTranslation']

export interface TranslationFormProps {
  translation: Translation
  /** The language of the shop's own texts. */
  own: string | undefined
  error: unknown
  busy: boolean
  refusal: string | undefined
  changed: boolean
  unsent: boolean
  onChange: (changed: true) => void
  onSubmit: (texts: TranslationTexts) => void
}

const names = ['name', 'description_html', 'slug', 'seo.title', 'seo.description']

/** The shop's own texts to the left, and beside each its field in the other language. */
export function TranslationForm(props: TranslationFormProps) {
  const { translation, own, error, busy, refusal, changed, unsent, onChange, onSubmit } = props
  const { source, locale } = translation
  const form = useRef<HTMLFormElement>(null)
  const faults = faultsOf(error, [...names, ...optionNames(source.options)])
  useFirstFault(form, error)
  const isRead = refusal !== undefined
  const said = own === undefined ? 'in the shop’s language' : `in ${languageName(own)}`
  const seo = { slug: source.slug, 'seo.title': source.seo.title, 'seo.description': source.seo.description }
  const seoTexts = { slug: 'Web address', 'seo.title': 'Page title', 'seo.description': 'Page description' }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim() || null
    onSubmit({
      name: text('name'),
      description_html: text('description_html'),
      seo: { title: text('seo_title'), description: text('seo_description') },
      slug: text('slug'),
      options: readOptions(source.options, text),
    })
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      onInput={() => onChange(true)}
      className="grid max-w-5xl grid-cols-1 gap-4"
      aria-label="Translation"
    >
      <LeaveGuard when={unsent} />
      <p className="text-ink-2">
        A field that you leave empty is shown in the nearest language that has it, at last {said}.
      </p>
      <Pair label={`Name ${said}`} text={source.name} lang={own}>
        <Field label="Name" error={faults.of('name')}>
          <Input
            name="name"
            lang={locale}
            maxLength={200}
            defaultValue={translation.name ?? ''}
            readOnly={isRead}
            autoComplete="off"
          />
        </Field>
      </Pair>
      <div className={pairClass}>
        {source.description_html ? (
          <RichText name="source" label={`Description ${said}`} html={source.description_html} readOnly />
        ) : (
          <Said label={`Description ${said}`} text={source.description} lang={own} />
        )}
        <RichText html={translation.description_html ?? ''} readOnly={isRead} error={faults.of('description_html')} />
      </div>
      <OptionWords
        options={source.options}
        saved={translation.options}
        locale={locale}
        isRead={isRead}
        faultOf={faults.of}
        place={(label, text, field) => (
          <Pair key={label} label={`${label} ${said}`} text={text} lang={own}>
            {field}
          </Pair>
        )}
      />
      <SearchEngineInputs
        saved={translation}
        placeholder={source.slug ?? ''}
        slugHint="Leads here beside the shop’s own. Optional."
        slugRequired={false}
        isRead={isRead}
        faultOf={faults.of}
        place={(name, field) => (
          <Pair label={`${seoTexts[name]} ${said}`} text={seo[name]} lang={own}>
            {field}
          </Pair>
        )}
      />
      {faults.rest != null && <Notice error={faults.rest} />}
      <Actions>
        <Button
          type="submit"
          look="primary"
          busy={busy}
          refusal={refusal ?? (changed ? undefined : 'Nothing to save yet.')}
        >
          Save
        </Button>
      </Actions>
    </form>
  )
}

const pairClass = 'grid grid-cols-1 items-start gap-x-8 gap-y-2 md:grid-cols-2'

interface SaidProps {
  label: string
  text: string | null
  lang: string | undefined
}

export function Pair({ children, ...said }: SaidProps & { children: ReactNode }) {
  return (
    <div className={pairClass}>
      <Said {...said} />
      {children}
    </div>
  )
}

/** A text of the shop, where its field stands beside it. */
function Said({ label, text, lang }: SaidProps) {
  return (
    <div>
      <p className="mb-1 text-xs font-medium text-ink-2">{label}</p>
      {text ? (
        <p lang={lang} className="min-h-8 rounded bg-paper-2 px-2.5 py-1.5 wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      ) : (
        <p className="min-h-8 px-2.5 py-1.5 text-ink-3">None</p>
      )}
    </div>
  )
}
