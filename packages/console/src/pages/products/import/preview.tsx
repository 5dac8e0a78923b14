import { ApiError, read, type Schemas } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { files, useSession } from '#console/data/session.ts'
import { count, plural } from '#console/lib/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Fact, Facts, Section } from '#console/ui/page.tsx'
import { Notice, Skeleton } from '#console/ui/states.tsx'
import { ignoring, sendFile, typeOf } from './upload.ts'

/** What an import of the file would do, asked before it is begun; columns that are unknown are left out by a click. */
export function Preview({ file, onClose }: { file: File; onClose: () => void }) {
  const [ignored, setIgnored] = useState<readonly string[]>([])
  const navigate = useNavigate()
  const session = useSession()
  const { data: report, error } = useQuery({
    queryKey: ['rehearsal', file.name, file.size, file.lastModified, ignored],
    queryFn: async ({ signal }) => {
      const query = { dry_run: true, ...ignoring(ignored) }
      const answer = files.POST('/admin/products/import', {
        params: { query },
        headers: { 'content-type': typeOf(file) },
        body: file,
        bodySerializer: (body) => body,
        signal,
      })
      return read(answer)
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const unknown = unknownColumns(error)
  async function begin(): Promise<void> {
    if (session === undefined) return
    const importId = crypto.randomUUID()
    void sendFile({ merchantId: session.merchantId, importId, file, ignored })
    await navigate({ to: '/products/imports/$importId', params: { importId } })
  }
  return (
    <Section title={`What ${file.name} would do`}>
      {error && <Notice error={error} className="mb-3" />}
      {unknown.length > 0 && (
        <div className="mb-4 flex flex-wrap gap-2">
          {unknown.map((column) => (
            <Button key={column} onClick={() => setIgnored([...ignored, column])}>
              Ignore {column}
            </Button>
          ))}
          {unknown.length > 1 && (
            <Button onClick={() => setIgnored([...ignored, ...unknown])}>
              Ignore {plural(unknown.length, 'unknown column')}
            </Button>
          )}
        </div>
      )}
      {ignored.length > 0 && (
        <p className="mb-3 text-ink-2">
          Left out: {ignored.join(', ')}.{' '}
          <Button look="quiet" onClick={() => setIgnored([])}>
            Ignore nothing
          </Button>
        </p>
      )}
      {report ? <Figures report={report} /> : !error && <Skeleton className="h-32" />}
      <div className="mt-4 flex gap-2">
        <Button
          look="primary"
          refusal={error === null ? undefined : 'The file cannot be imported as it is.'}
          onClick={begin}
        >
          Import {file.name}
        </Button>
        <Button onClick={onClose}>Choose another</Button>
      </div>
    </Section>
  )
}

/** Those that the service does not know. */
function unknownColumns(error: unknown): string[] {
  const faults = error instanceof ApiError ? error.faults : []
  return faults.flatMap(({ field }) => (field.startsWith('header.') ? field.slice('header.'.length) : []))
}

const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}
const separators: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }
const mostFaults = 10

function Figures({ report }: { report: Schemas['Import'] }) {
  const { created, updated, unchanged, failed, errors, file } = report
  const separator = file?.separator
  return (
    <>
      <Facts>
        <Fact name="Created">{count(created)}</Fact>
        <Fact name="Updated">{count(updated)}</Fact>
        <Fact name="Unchanged">{count(unchanged)}</Fact>
        <Fact name="Left out">{failed > 0 ? <span className="text-bad">{count(failed)}</span> : '0'}</Fact>
        {file && (
          <Fact name="Read as">
            {encodings[file.encoding] ?? file.encoding}
            {separator && `, separated by ${separators[separator] ?? separator}`}
          </Fact>
        )}
      </Facts>
      {errors.length > 0 && (
        <ul className="mt-4 grid gap-1 text-ink-2">
          {errors.slice(0, mostFaults).map(({ row, sku, field, message }) => (
            <li key={`${row} ${field} ${message}`}>
              Row {count(row)}
              {sku && `, ${sku}`}: {field} {message}
            </li>
          ))}
          {failed > mostFaults && <li>The report of the import lists the others.</li>}
        </ul>
      )}
    </>
  )
}
