import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { type Faults, faultsOf } from '#console/lib/faults.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { LeaveQuestion } from '#console/ui/leave-question.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'

/** Of a way to ship or to pay. */
export interface MethodProps<Method> {
  /** Undefined: a new one. */
  method: Method | undefined
  currency: string
  onClose: () => void
}

interface Named {
  id: string
  name: string
}

interface MethodDialogProps<Body> extends Omit<MethodProps<Named>, 'currency'> {
  kind: 'shipping' | 'payment'
  fieldNames: readonly string[]
  read: (form: HTMLFormElement) => Body
  save: (body: Body) => Promise<{ name: string }>
  remove: (id: string) => Promise<unknown>
  fields: (of: { faults: Faults; readOnly: boolean; onChange: () => void }) => ReactNode
}

/** A way to ship or to pay: made, changed or deleted. */
export function MethodDialog<Body>(props: MethodDialogProps<Body>) {
  const { kind, method, onClose } = props
  const [isDeleting, setDeleting] = useState(false)
  const [changed, setChanged] = useState(false)
  const [isOpen, setOpen] = useState(false)
  if (method && isDeleting) return <Remove {...props} method={method} onKeep={() => setDeleting(false)} />
  return (
    <Dialog
      open
      // A click beside it, or Esc, may be a slip.
      onClose={() => (changed ? setOpen(true) : onClose())}
      wide
      title={method ? method.name : `New ${kind} method`}
      description="A change holds for orders placed from now on; the others keep the method as it was."
    >
      <MethodForm {...props} onDelete={() => setDeleting(true)} onChange={() => setChanged(true)} />
      <LeaveQuestion open={isOpen} what="dialog" onStay={() => setOpen(false)} onLeave={onClose} />
    </Dialog>
  )
}

interface FormProps<Body> extends MethodDialogProps<Body> {
  onDelete: () => void
  onChange: () => void
}

function MethodForm<Body>(props: FormProps<Body>) {
  const { kind, method, fieldNames, read, save: send, fields, onClose, onDelete, onChange } = props
  const form = useRef<HTMLFormElement>(null)
  const refusal = useRefusal('settings.write')
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: send,
    onSuccess: async ({ name }) => {
      toast(method ? `${name} is saved` : `${name} is created`)
      onClose()
      await client.invalidateQueries({ queryKey: [`${kind}-methods`] })
    },
  })
  useFirstFault(form, save.error)
  const faults = faultsOf(save.error, fieldNames)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!save.isPending) save.mutate(read(event.currentTarget))
  }
  return (
    <form
      ref={form}
      aria-label={kind === 'shipping' ? 'Shipping method' : 'Payment method'}
      onSubmit={submit}
      onInput={onChange}
      className="mt-4 grid gap-4 sm:grid-cols-2"
    >
      {fields({ faults, readOnly: refusal !== undefined, onChange })}
      <div className="sm:col-span-2">
        {faults.rest != null && <Notice error={faults.rest} />}
        <Actions>
          {method && (
            <Button look="danger" refusal={refusal} onClick={onDelete} className="mr-auto">
              Delete
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending} refusal={refusal}>
            {method ? 'Save' : 'Create method'}
          </Button>
        </Actions>
      </div>
    </form>
  )
}

interface RemoveProps extends Pick<MethodDialogProps<never>, 'kind' | 'remove' | 'onClose'> {
  method: Named
  onKeep: () => void
}

function Remove({ kind, method: { id, name }, remove, onKeep, onClose }: RemoveProps) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => remove(id),
    onSuccess: async () => {
      toast(`${name} is deleted`)
      onClose()
      await client.invalidateQueries({ queryKey: [`${kind}-methods`] })
    },
  })
  return (
    <Confirm
      open
      onClose={onKeep}
      title={`Delete ${name}?`}
      description="Customers can no longer choose it. Orders that use it keep it. It cannot be undone."
      action="Delete"
      danger
      busy={deletion.isPending}
      error={deletion.error}
      onConfirm={() => deletion.mutate()}
    />
  )
}
