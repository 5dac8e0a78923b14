import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { saveFile } from '#console/lib/save-file.ts'
import { Button } from './button.tsx'
import { Actions, Dialog } from './dialog.tsx'
import { Field, Select } from './field.tsx'
import { Notice } from './states.tsx'
import { toast } from './toasts.tsx'

export type FileFormat = 'csv' | 'ndjson'

interface ExportProps {
  /** Of the file: `orders`. */
  name: string
  /** What will be in it. */
  description: ReactNode
  download: (format: FileFormat, signal: AbortSignal) => Promise<Blob | undefined>
}

/** Asks for a format and downloads a list as a file. Closing the dialog ends a download that has begun. */
export function ExportButton({ name, description, download }: ExportProps) {
  const [open, setOpen] = useState(false)
  const running = useRef<AbortController>(undefined)
  const save = useMutation({
    mutationFn: async (format: FileFormat) => {
      running.current = new AbortController()
      const content = await download(format, running.current.signal)
      const file = `${name}-${new Date().toISOString().slice(0, 10)}.${format}`
      saveFile(file, content ?? new Blob())
      return file
    },
    onSuccess: (file) => {
      setOpen(false)
      toast(`${file} is downloaded`)
    },
  })
  function close(): void {
    running.current?.abort()
    save.reset()
    setOpen(false)
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!save.isPending) save.mutate(new FormData(event.currentTarget).get('format') === 'ndjson' ? 'ndjson' : 'csv')
  }
  return (
    <>
      <Button refusal={useRefusal('exports.read')} onClick={() => setOpen(true)}>
        <Download aria-hidden />
        Export
      </Button>
      <Dialog open={open} onClose={close} title={`Export ${name}`} description={description}>
        <form onSubmit={submit} className="mt-4">
          <Field label="Format">
            <Select name="format">
              <option value="csv">CSV, for spreadsheets</option>
              <option value="ndjson">NDJSON, for programs</option>
            </Select>
          </Field>
          {save.error != null && <Notice error={save.error} className="mt-4" />}
          <Actions>
            <Button onClick={close}>Not now</Button>
            <Button type="submit" look="primary" busy={save.isPending}>
              {save.isPending ? 'Downloading…' : 'Download'}
            </Button>
          </Actions>
        </form>
      </Dialog>
    </>
  )
}
