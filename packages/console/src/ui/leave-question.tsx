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
  const lost = `What is changed ${what === 'page' ? 'on' : 'in'} this ${what} is lost.`
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title="Leave without saving?"
      description={isSaved ? 'What you typed stays in this tab, and is offered when you come back.' : lost}
    >
      <Actions>
        <Button onClick={onStay}>Stay</Button>
        <Button look="danger" onClick={onLeave}>
          Leave without saving
        </Button>
      </Actions>
    </Dialog>
  )
}
