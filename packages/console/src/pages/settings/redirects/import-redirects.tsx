import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { files } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { FileDrop } from '#console/ui/file-drop.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'

type Report = Schemas['RedirectImport']

/** Bytes that the service takes. */
const maxFileBytes = 16_777_216
const shownFaults = 5

function send(file: File, dryRun: boolean, signal?: AbortSignal): Promise<Report> {
  return read(
    files.POST('/admin/redirects/import', {
      params: { query: { dry_run: dryRun } },
      headers: { 'content-type': 'text/csv' },
      body: file,
      bodySerializer: (body) => body,
      ...(signal && { signal }),
    }),
  )
}

/** A file of redirects: first what would happen, then it does. */
export function ImportRedirects({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [fault, setFault] = useState<string>()
  function choose(chosen: File): void {
    const isTooLarge = chosen.size > maxFileBytes
    setFault(
      isTooLarge ? t('{file} is larger than 16 MB: divide it into smaller files.', { file: chosen.name }) : undefined,
    )
    setFile(isTooLarge ? undefined : chosen)
  }
  return (
    <Dialog open onClose={onClose} title={t('Import redirects')}>
      <div className="mt-4 grid gap-4">
        <FileDrop
          label={file ? file.name : t('Choose a file, or drop it here')}
          hint={t('CSV with the columns Redirect from and Redirect to, as Shopify exports them')}
          accept=".csv,.txt"
          error={fault}
          onFile={choose}
        />
        {file && <Preview key={`${file.name} ${file.size} ${file.lastModified}`} file={file} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

function Preview({ file, onClose }: { file: File; onClose: () => void }) {
  const client = useQueryClient()
  const { data: report, error } = useQuery({
    queryKey: ['redirects of', file.name, file.size, file.lastModified],
    queryFn: ({ signal }) => send(file, true, signal),
    retry: false,
    gcTime: 0,
  })
  const write = useMutation({
    mutationFn: () => send(file, false),
    onSuccess: ({ created, updated }) => {
      toast(t('{redirects, plural, one {# redirect} other {# redirects}} imported', { redirects: created + updated }))
      onClose()
      return client.invalidateQueries({ queryKey: ['redirects'] })
    },
  })
  if (error != null) return <Notice error={error} />
  if (report === undefined) return <p className="text-ink-3">{t('Reading the file …')}</p>
  const changes = report.created + report.updated
  return (
    <>
      <p>{aboutOf(report)}</p>
      {report.errors.length > 0 && (
        <ul className="grid gap-1 text-bad">
          {report.errors.slice(0, shownFaults).map(({ row, field, message }) => (
            <li key={`${row} ${field}`}>
              {t('Row {row}: {fault}.', { row: String(row), fault: `${field} ${message}` })}
            </li>
          ))}
          {report.failed > shownFaults && (
            <li>{t('And {rows, plural, one {# more} other {# more}}.', { rows: report.failed - shownFaults })}</li>
          )}
        </ul>
      )}
      {write.error != null && <Notice error={write.error} />}
      <Actions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          look="primary"
          busy={write.isPending}
          refusal={changes === 0 ? t('There is nothing new in this file.') : undefined}
          onClick={() => write.mutate()}
        >
          {t('Import {redirects, plural, one {# redirect} other {# redirects}}', { redirects: changes })}
        </Button>
      </Actions>
    </>
  )
}

/** `3 new, 1 changed, 2 as they are, 1 left out` */
function aboutOf({ created, updated, unchanged, failed }: Report): string {
  const parts = [
    created > 0 && t('{redirects, plural, one {# new} other {# new}}', { redirects: created }),
    updated > 0 && t('{redirects, plural, one {# changed} other {# changed}}', { redirects: updated }),
    unchanged > 0 && t('{redirects, plural, one {# as they are} other {# as they are}}', { redirects: unchanged }),
    failed > 0 && t('{redirects, plural, one {# left out} other {# left out}}', { redirects: failed }),
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')}.` : t('There is no redirect in this file.')
}
