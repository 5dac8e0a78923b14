import { read, type Schemas } from '@commerce-platform/client'
import { useSyncExternalStore } from 'react'
import { queryClient } from '#console/data/queries.ts'
import { files, useSession } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { toast, toastError } from '#console/ui/toasts.tsx'

/**
 * The file that this tab is sending. It belongs to no page, so that one may be left while it runs. The service keeps
 * how far an import has come; the same file sent again with the same id goes on from there.
 */
export interface ImportedFile {
  merchantId: string
  importId: string
  file: File
  choice?: FileChoice
}

export type FileFormat = 'auto' | 'own' | 'shopify' | 'shopify_translations' | 'woocommerce' | 'vendure' | 'medusa'
export type SalePrices = 'current' | 'all' | 'none'

/** How a file is read. */
export interface FileChoice {
  format: FileFormat
  /** Columns that are left out. */
  ignored: readonly string[]
  /** Columns with the names of ours that they are read as. */
  renamed: readonly (readonly [title: string, name: string])[]
  /** Units of new products whose stock the file does not say. */
  uncounted?: number | undefined
  /** Sale prices that are taken. */
  sales?: SalePrices
}

const plainChoice: FileChoice = { format: 'auto', ignored: [], renamed: [] }

export interface Upload extends ImportedFile {
  isSending: boolean
  error?: unknown
  /** Of the file, without its header; undefined until they are counted. A CSV record may be several. */
  lines?: number
}

let upload: Upload | undefined
const listeners = new Set<() => void>()

function change(next: Upload): void {
  upload = next
  for (const listener of listeners) listener()
}

/** The upload for the shop of this session. */
export function useUpload(): Upload | undefined {
  const session = useSession()
  const uploads = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => upload,
  )
  return uploads?.merchantId === session?.merchantId ? uploads : undefined
}

const types: Record<string, string> = {
  csv: 'text/csv',
  tsv: 'text/csv',
  txt: 'text/csv',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
}

const nameKey = (importId: string) => `console-import-${importId}`

/** The name of the file that this tab has sent, also after the page was loaded anew: the service does not keep it. */
export function nameOfImport(importId: string): string | undefined {
  return sessionStorage.getItem(nameKey(importId)) ?? undefined
}

const choiceKey = (importId: string) => `console-import-choice-${importId}`

/** How this tab has had an import read: in the same way when it goes on. */
export function choiceOf(importId: string): FileChoice {
  return JSON.parse(sessionStorage.getItem(choiceKey(importId)) ?? 'null') ?? plainChoice
}

/** The query of a choice; names of columns as CSV. */
export function queryOf({ format, ignored, renamed, uncounted, sales }: FileChoice) {
  const list = (texts: readonly string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
  return {
    format,
    ...(ignored.length > 0 && { ignore: list(ignored) }),
    ...(renamed.length > 0 && { rename: list(renamed.map(([title, name]) => `${title}=${name}`)) }),
    ...(uncounted !== undefined && { uncounted }),
    ...(sales !== undefined && { sales }),
  }
}

/** The content type of a file by its name; undefined if it cannot be imported. */
export function typeOf({ name }: File): string | undefined {
  return types[name.toLowerCase().split('.').at(-1) ?? '']
}

/** Sends a file whose type is known. Its failure stays in the upload. */
export async function sendFile(imported: ImportedFile): Promise<void> {
  const { file, importId, choice = plainChoice } = imported
  sessionStorage.setItem(nameKey(importId), file.name)
  sessionStorage.setItem(choiceKey(importId), JSON.stringify(choice))
  change({ ...imported, isSending: true })
  countLines(file).catch(() => {})
  addEventListener('beforeunload', askToStay)
  try {
    const answer = files.POST('/admin/products/import', {
      params: { header: { 'import-id': importId }, query: queryOf(choice) },
      headers: { 'content-type': typeOf(file) },
      body: file,
      bodySerializer: (body) => body,
    })
    const report = await read(answer)
    change({ ...imported, isSending: false })
    toast(t('{file} is imported', { file: file.name }), summaryOf(report))
  } catch (error) {
    change({ ...imported, isSending: false, error })
    toastError(error, t('The import of {file} has stopped', { file: file.name }))
  } finally {
    removeEventListener('beforeunload', askToStay)
    for (const key of ['import', 'products', 'product', 'inventory', 'dashboard']) {
      void queryClient.invalidateQueries({ queryKey: [key] })
    }
  }
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function summaryOf({ created, updated, unchanged, failed }: Schemas['Import']): string {
  return t('{created} created, {updated} updated, {unchanged} unchanged, {failed} left out', {
    created,
    updated,
    unchanged,
    failed,
  })
}

const newline = 10

/** Rows are numbered with the header of a CSV as the first. */
export function headerRows(file: File): number {
  return typeOf(file) === 'text/csv' ? 1 : 0
}

async function countLines(file: File): Promise<void> {
  const reader = file.stream().getReader()
  let lines = 0
  let last = newline
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    for (let at = value.indexOf(newline); at >= 0; at = value.indexOf(newline, at + 1)) lines++
    last = value.at(-1) ?? last
  }
  if (last !== newline) lines++
  if (upload?.file === file) change({ ...upload, lines: lines - headerRows(file) })
}
