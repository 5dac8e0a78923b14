import type { ComponentProps } from 'react'
import { t } from '#console/lib/text.ts'
import { Field, Input } from '#console/ui/field.tsx'

interface CountedAtProps extends Pick<ComponentProps<'input'>, 'onChange'> {
  hint: string
  error?: string | undefined
}

/** When units were counted, in the viewer's zone: what was sold since is not undone by the count. */
export function CountedAt({ hint, error, onChange }: CountedAtProps) {
  return (
    <Field label={t('Counted at')} hint={hint} error={error}>
      <Input name="counted_at" type="datetime-local" step={1} onChange={onChange} className="tabular-nums" />
    </Field>
  )
}

/** Undefined if nothing is typed. */
export function readCountedAt(form: FormData): string | undefined {
  const text = String(form.get('counted_at') ?? '')
  return text === '' ? undefined : new Date(text).toISOString()
}
