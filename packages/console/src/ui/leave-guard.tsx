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
  return (
    <Dialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without saving?"
      description="What is changed on this page is lost."
    >
      <Actions>
        <Button onClick={() => reset?.()}>Stay</Button>
        <Button look="danger" onClick={() => proceed?.()}>
          Leave without saving
        </Button>
      </Actions>
    </Dialog>
  )
}
