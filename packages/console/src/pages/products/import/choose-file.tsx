import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { useSession } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { FileDrop } from '#console/ui/file-drop.tsx'
import { choiceOf, sendFile, typeOf, useUpload } from './upload.ts'

interface ChooseFileProps {
  label: string
  /** The import that goes on with the file. */
  importId?: string
  /** Takes the file in place of beginning an import. */
  onChosen?: (file: File) => void
}

/** Begins an import, or goes on with the one of the id, and shows how far it is. */
export function ChooseFile({ label, importId, onChosen }: ChooseFileProps) {
  const [error, setError] = useState<string>()
  const navigate = useNavigate()
  const upload = useUpload()
  const session = useSession()
  const roleRefusal = useRefusal('products.write')
  const refusal = upload?.isSending ? t('Wait until {file} is imported.', { file: upload.file.name }) : roleRefusal
  async function accept(file: File): Promise<void> {
    if (session === undefined) return
    if (typeOf(file) === undefined) {
      setError(t('{file} is neither CSV nor NDJSON: its name ends otherwise.', { file: file.name }))
      return
    }
    setError(undefined)
    if (onChosen) return onChosen(file)
    const id = importId ?? crypto.randomUUID()
    void sendFile({ merchantId: session.merchantId, importId: id, file, choice: choiceOf(id) })
    await navigate({ to: '/products/imports/$importId', params: { importId: id } })
  }
  return (
    <FileDrop
      label={label}
      hint={t(
        'The CSV that this console, Shopify, WooCommerce, Vendure or Medusa exports, or a ' +
          'spreadsheet; up to 1,000,000 rows, 1 GiB',
      )}
      accept=".csv,.tsv,.txt,.ndjson,.jsonl"
      error={error}
      refusal={refusal}
      onFile={accept}
    />
  )
}
