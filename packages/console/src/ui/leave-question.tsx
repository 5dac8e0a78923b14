import { t } from '#console/lib/text.ts'
import { Button } from './button.tsx'
import { Actions, Dialog } from './dialog.tsx'

interface LeaveQuestionProps {
  open: boolean
  what: 'page' | 'dialog'
  isSaved?: boolean
  onStay: () => void
  onLeave: () => void
}

export function LeaveQuestion({ open, what, isSaved = false, onStay, onLeave }: LeaveQuestionProps) {
  const lost =
    what === 'page' ? t('What is changed on this page is lost.') : t('What is changed in this dialog is lost.')
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title={t('Leave without saving?')}
      description={isSaved ? t('What you typed stays in this tab, and is offered when you come back.') : lost}
    >
      <Actions>
        <Button onClick={onStay}>{t('Stay')}</Button>
        <Button look="danger" onClick={onLeave}>
          {t('Leave without saving')}
        </Button>
      </Actions>
    </Dialog>
  )
}
