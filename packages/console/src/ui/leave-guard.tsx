import { useBlocker } from '@tanstack/react-router'
import { Button } from './button.tsx'
import { Actions, Dialog } from './dialog.tsx'

interface LeaveGuardProps {
  when: boolean
  /** What is typed is kept as a draft. */
  isSaved?: boolean
}

/** Asks before a page is left while something of it is changed and not saved. */
export function LeaveGuard({ when, isSaved = false }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    // A dialog that opens by the address is not another page.
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  })
  const shared = { open: status === 'blocked', onStay: () => reset?.(), onLeave: () => proceed?.() }
  return <LeaveQuestion what="page" isSaved={isSaved} {...shared} />
}

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
