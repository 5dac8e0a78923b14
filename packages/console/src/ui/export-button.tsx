import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { t } from '#console/lib/text.ts'
import { Button } from './button.tsx'
import type { ExportProps } from './export-dialog.tsx'

const ExportDialog = lazy(() => import('./export-dialog.tsx').then((module) => ({ default: module.ExportDialog })))

/** Downloads a list as a file. The code of the dialog is loaded when it first opens. */
export function ExportButton(props: ExportProps) {
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <Button refusal={useRefusal('exports.read')} onClick={() => setOpen(true)}>
        <Download aria-hidden />
        {t('Export')}
      </Button>
      <Suspense>
        {open !== undefined && <ExportDialog {...props} open={open} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
