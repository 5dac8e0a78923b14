import { useBlocker } from '@tanstack/react-router'
import { Button } from './button.tsx'
import { Actions, Dialog } from './dialog.tsx'

/** Asks before a page is left while something of it is changed and not saved. */
export function LeaveGuard({ when }: { when: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // A dialog that opens by the address is not another page.
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  })
  return <LeaveQuestion open={status === 'blocked'} what="page" onStay={() => reset?.()} onLeave={() => proceed?.()} />
}

interface LeaveQuestionProps {
  open: boolean
  what: 'page' | 'dialog'
  onStay: () => void
  onLeave: () => void
}

export function LeaveQuestion({ open, what, onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title="Leave without saving?"
      description={`What is changed ${what === 'page' ? 'on' : 'in'} this ${what} is lost.`}
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
