import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { files } from '#console/data/session.ts'
import { count } from '#console/lib/format.ts'
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
      isTooLarge
        ? t('{chosen} is larger than 16 MB: divide it into smaller files.', { chosen: chosen.name })
        : undefined,
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
      toast(`${t('{created, plural, one {# redirect} other {# redirects}}', { created: created + updated })} imported`)
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
            <li key={`${row} ${field}`}>{t('Row {row}: {field} {message}.', { row, field, message })}</li>
          ))}
          {report.failed > shownFaults && (
            <li>{t('And {failed} more.', { failed: count(report.failed - shownFaults) })}</li>
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
          {t('Import {changes, plural, one {# redirect} other {# redirects}}', { changes })}
        </Button>
      </Actions>
    </>
  )
}

/** `3 new, 1 changed, 2 as they are, 1 left out` */
function aboutOf({ created, updated, unchanged, failed }: Report): string {
  const parts = [
    [created, 'new'],
    [updated, 'changed'],
    [unchanged, t('as they are')],
    [failed, t('left out')],
  ] as const
  const said = parts.flatMap(([number, what]) => (number > 0 ? [`${count(number)} ${what}`] : []))
  return said.length > 0 ? `${said.join(', ')}.` : t('There is no redirect in this file.')
}
