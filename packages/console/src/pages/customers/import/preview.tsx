import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#console/lib/text.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { Select } from '#console/ui/field.tsx'
import { Section } from '#console/ui/page.tsx'
import { Notice, Skeleton } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { type Format, formats, saveErrors, sendCustomers } from './import-data.ts'
import { Outcome } from './outcome.tsx'

interface PreviewProps {
  file: File
  onClose: () => void
}

/** What an import of the file would do; once it is done, what it did. */
export function Preview({ file, onClose }: PreviewProps) {
  const [format, setFormat] = useState<Format>('auto')
  const client = useQueryClient()
  const { data: rehearsal, error } = useQuery({
    queryKey: ['rehearsal of customers', file.name, file.size, file.lastModified, format],
    queryFn: ({ signal }) => sendCustomers({ file, format, dryRun: true, signal }),
    // What was looked at before may have been imported since.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const run = useMutation({
    mutationFn: () => sendCustomers({ file, format, dryRun: false }),
    onSuccess: ({ created, updated }) =>
      toast(
        t('{file} imported', { file: file.name }),
        t(
          '{created, plural, one {# new customer} other {# new customers}}, {updated, plural, one {# ' +
            'customer} other {# customers}} changed',
          { created, updated },
        ),
      ),
    // Rows before a failure may have been saved.
    onSettled: () => client.invalidateQueries({ queryKey: ['customers'] }),
  })
  const done = run.data
  const report = done ?? rehearsal
  const count = rehearsal === undefined ? 0 : rehearsal.created + rehearsal.updated
  return (
    <Section
      title={done ? t('{file} is imported', { file: file.name }) : file.name}
      actions={
        !done && (
          <Select
            aria-label={t('Format of the file')}
            value={format}
            disabled={run.isPending}
            onChange={({ target }) => setFormat(target.value as Format)}
            className="w-auto!"
          >
            {Object.entries(formats).map(([value, name]) => (
              <option key={value} value={value}>
                {value === 'auto' && rehearsal
                  ? t('Recognized: {formats}', { formats: formats[rehearsal.format] })
                  : name}
              </option>
            ))}
          </Select>
        )
      }
    >
      {!done && error && <Notice error={error} />}
      {report ? <Outcome report={report} /> : !error && <Skeleton className="h-48" />}
      {run.error && <Notice error={run.error} className="mt-4" />}
      <div className="mt-5 flex flex-wrap gap-2">
        {done ? (
          <Link to="/customers" className={buttonClass('primary')}>
            {t('Show customers')}
          </Link>
        ) : (
          <Button
            look="primary"
            busy={run.isPending}
            refusal={refusalOf(rehearsal !== undefined, error, count)}
            onClick={() => run.mutate()}
          >
            {count > 0
              ? t('Import {count, plural, one {# customer} other {# customers}}', { count })
              : t('Import customers')}
          </Button>
        )}
        {report && report.errors.length > 0 && (
          <Button onClick={() => saveErrors(file.name, report)}>{t('Download the rows with errors')}</Button>
        )}
        <Button refusal={run.isPending ? t('Wait until the file is imported.') : undefined} onClick={onClose}>
          {t('Choose another file')}
        </Button>
      </div>
    </Section>
  )
}

function refusalOf(isRead: boolean, error: unknown, count: number): string | undefined {
  if (error !== null) return t('This file cannot be imported yet.')
  if (!isRead) return t('The file is being read.')
  return count === 0 ? t('Nothing in this file is new.') : undefined
}
