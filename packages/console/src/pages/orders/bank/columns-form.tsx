import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Field, Select } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import { titlesOf } from './csv-titles.ts'

interface ColumnsFormProps {
  file: File
  busy: boolean
  onSubmit: (columns: string) => void
}

const fields = [
  { name: 'date', label: t('Date'), required: true },
  { name: 'amount', label: t('Amount'), required: true },
  { name: 'text', label: t('Payment details'), required: true },
  { name: 'name', label: t('Payer') },
  { name: 'currency', label: t('Currency') },
  { name: 'direction', label: t('Debit or credit') },
] as const

/** Which columns of a CSV say what; asked once for each form of file. */
export function ColumnsForm({ file, busy, onSubmit }: ColumnsFormProps) {
  const { data: titles } = useQuery({
    queryKey: ['titles of a file', file.name, file.size, file.lastModified],
    queryFn: () => titlesOf(file),
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget)
    const columns = fields.map(({ name }) => [name, String(chosen.get(name) ?? '')] as const)
    onSubmit(
      columns
        .filter(([, title]) => title !== '')
        .map(([name, title]) => `"${name}=${title}"`)
        .join(','),
    )
  }
  if (titles === undefined) return null
  return (
    <Section title={t('Columns of {file}', { file: file.name })}>
      <form aria-label={t('Columns')} onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <p className="text-ink-2 sm:col-span-2">
          {t('Choose the columns once. We remember them for the next files of this bank.')}
        </p>
        {fields.map(({ name, label, ...more }) => (
          <Field key={name} label={label}>
            <Select name={name} required={'required' in more} defaultValue="">
              <option value="">{'required' in more ? t('Choose a column') : t('None')}</option>
              {titles.map((title) => (
                <option key={title}>{title}</option>
              ))}
            </Select>
          </Field>
        ))}
        <div className="sm:col-span-2">
          <Button type="submit" look="primary" busy={busy}>
            {t('Read file')}
          </Button>
        </div>
      </form>
    </Section>
  )
}
