import type { Schemas } from '@commerce-platform/client'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { type Faults, faultsOf } from '#console/lib/faults.ts'
import { languageName } from '#console/lib/languages.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { Notice } from '#console/ui/states.tsx'
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

interface FrameProps extends TranslationFormProps {
  /** Its fields besides the name. */
  names: readonly string[]
  /** What is typed in them. */
  read: (text: (name: string) => string | null) => TranslationTexts
  children: (of: { faults: Faults; isRead: boolean; ofOwn: (label: string) => string }) => ReactNode
}

/** The form of what is translated: its name, and the fields that only this kind has. */
export function TranslationFrame({ names, read, children, ...props }: FrameProps) {
  const { translation, own, error, busy, refusal, changed, unsent, onChange, onSubmit } = props
  const form = useRef<HTMLFormElement>(null)
  const faults = faultsOf(error, ['name', ...names])
  useFirstFault(form, error)
  const isRead = refusal !== undefined
  const language = own && languageName(own)
  /** What a text of the shop is called beside its field. */
  const ofOwn = (label: string) =>
    language === undefined
      ? t('{field} in the shop’s language', { field: label })
      : t('{field} in {language}', { field: label, language })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim() || null
    onSubmit({ name: text('name'), ...read(text) })
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      onInput={() => onChange(true)}
      className="grid max-w-5xl grid-cols-1 gap-4"
      aria-label={t('Translation')}
    >
      <LeaveGuard when={unsent} />
      <p className="text-ink-2">
        {language === undefined
          ? t(
              'A field that you leave empty is shown in the nearest language that has it, at last in the ' +
                'shop’s language.',
            )
          : t(
              'A field that you leave empty is shown in the nearest language that has it, at last in ' + '{language}.',
              { language },
            )}
      </p>
      <Pair label={ofOwn(t('Name'))} text={translation.source.name} lang={own}>
        <Field label={t('Name')} error={faults.of('name')}>
          <Input
            name="name"
            lang={translation.locale}
            maxLength={200}
            defaultValue={translation.name ?? ''}
            readOnly={isRead}
            autoComplete="off"
          />
        </Field>
      </Pair>
      {children({ faults, isRead, ofOwn })}
      {faults.rest != null && <Notice error={faults.rest} />}
      <Actions>
        <Button
          type="submit"
          look="primary"
          busy={busy}
          refusal={refusal ?? (changed ? undefined : t('Nothing to save yet.'))}
        >
          {t('Save')}
        </Button>
      </Actions>
    </form>
  )
}

export const pairClass = 'grid grid-cols-1 items-start gap-x-8 gap-y-2 md:grid-cols-2'

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
export function Said({ label, text, lang }: SaidProps) {
  return (
    <div>
      <p className="mb-1 text-xs font-medium text-ink-2">{label}</p>
      {text ? (
        <p lang={lang} className="min-h-8 rounded bg-paper-2 px-2.5 py-1.5 wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      ) : (
        <p className="min-h-8 px-2.5 py-1.5 text-ink-3">{t('None')}</p>
      )}
    </div>
  )
}
