import type { ReactNode } from 'react'
import { t } from '#console/lib/text.ts'
import { Button } from './button.tsx'
import { Actions, Dialog } from './dialog.tsx'
import { Notice } from './states.tsx'

interface ConfirmProps {
  open: boolean
  onClose: () => void
  title: string
  description: ReactNode
  /** What the button does: "Cancel order", never "OK". */
  action: string
  danger?: boolean
  busy: boolean
  error: unknown
  onConfirm: () => void
  children?: ReactNode
}

/** Asks before something that cannot be undone, and stays open with the reason if it fails. */
export function Confirm({ action, danger = false, busy, error, onConfirm, children, ...dialog }: ConfirmProps) {
  return (
    <Dialog {...dialog}>
      {children}
      {error != null && <Notice error={error} className="mt-4" />}
      <Actions>
        <Button onClick={dialog.onClose}>{t('Cancel')}</Button>
        <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </Actions>
    </Dialog>
  )
}
