import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { fileSize, shopDay } from '#console/lib/format.ts'
import { saveFile } from '#console/lib/save-file.ts'
import { t } from '#console/lib/text.ts'
import { Button } from './button.tsx'
import { Actions, Dialog } from './dialog.tsx'
import { Field, Select } from './field.tsx'
import { Notice } from './states.tsx'
import { toast } from './toasts.tsx'

export type FileFormat = 'csv' | 'ndjson'

export interface ExportProps {
  /** Of the file: `orders`. */
  name: string
  /** What will be in it. */
  description: ReactNode
  download: (format: FileFormat, signal: AbortSignal) => Promise<ReadableStream<Uint8Array> | null | undefined>
}

/** Asks for a format and downloads a list as a file. Closing it ends a download that has begun. */
export function ExportDialog({
  name,
  description,
  download,
  open,
  onClose,
}: ExportProps & { open: boolean; onClose: () => void }) {
  const [received, setReceived] = useState(0)
  const running = useRef<AbortController>(undefined)
  const save = useMutation({
    mutationFn: async (format: FileFormat) => {
      running.current = new AbortController()
      setReceived(0)
      const content = await download(format, running.current.signal)
      const file = `${name}-${shopDay(new Date())}.${format}`
      saveFile(file, await new Response(content?.pipeThrough(counter(setReceived)) ?? null).blob())
      return file
    },
    onSuccess: (file) => {
      onClose()
      toast(t('{file} is downloaded', { file }))
    },
  })
  function close(): void {
    running.current?.abort()
    save.reset()
    onClose()
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!save.isPending) save.mutate(new FormData(event.currentTarget).get('format') === 'ndjson' ? 'ndjson' : 'csv')
  }
  return (
    <Dialog open={open} onClose={close} title={t('Export {name}', { name })} description={description}>
      <form onSubmit={submit} className="mt-4">
        <Field label={t('Format')}>
          <Select name="format">
            <option value="csv">{t('CSV, for spreadsheets')}</option>
            <option value="ndjson">{t('NDJSON, for programs')}</option>
          </Select>
        </Field>
        <p className="mt-2 min-h-5 text-ink-2" aria-live="polite">
          {save.isPending && received > 0 && t('{size} received', { size: fileSize(received) })}
        </p>
        {save.error != null && <Notice error={save.error} className="mt-4" />}
        <Actions>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {save.isPending ? t('Downloading…') : t('Download')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

/** Tells how many bytes have passed. */
function counter(onBytes: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length
      onBytes(bytes)
      controller.enqueue(chunk)
    },
  })
}
