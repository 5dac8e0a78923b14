import { type FormEvent, useRef } from 'react'
import { faultsOf } from '#console/lib/faults.ts'
import { languageName } from '#console/lib/languages.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Field, Input, TextArea } from '#console/ui/field.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { Notice } from '#console/ui/states.tsx'
import { Pair, type TranslationFormProps } from './translation-form.tsx'

/** What a method says besides its name. */
const texts = {
  shipping_method: { name: 'description', label: 'Description', max: 1_000 },
  payment_method: { name: 'instructions', label: 'Instructions', max: 2_000 },
} as const

/** The texts of a method or a promotion, each beside that of the shop. */
export function MethodTranslationForm(props: TranslationFormProps) {
  const { translation, own, error, busy, refusal, changed, unsent, onChange, onSubmit } = props
  const { source, type, locale } = translation
  const form = useRef<HTMLFormElement>(null)
  const more = type === 'shipping_method' || type === 'payment_method' ? texts[type] : undefined
  const faults = faultsOf(error, ['name', ...(more ? [more.name] : [])])
  useFirstFault(form, error)
  const isRead = refusal !== undefined
  const said = own === undefined ? 'in the shop’s language' : `in ${languageName(own)}`
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim() || null
    onSubmit({ name: text('name'), ...(more && { [more.name]: text(more.name) }) })
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
      {more && (
        <Pair label={`${more.label} ${said}`} text={source[more.name] ?? null} lang={own}>
          <Field label={more.label} error={faults.of(more.name)}>
            <TextArea
              name={more.name}
              lang={locale}
              rows={4}
              maxLength={more.max}
              defaultValue={translation[more.name] ?? ''}
              readOnly={isRead}
            />
          </Field>
        </Pair>
      )}
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
