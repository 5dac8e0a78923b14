import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { changedFields } from '#console/lib/changed-fields.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { LeaveQuestion } from '#console/ui/leave-guard.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { fieldNames, PaymentFields, readForm } from './payment-fields.tsx'

type Method = Schemas['ShopPaymentMethod']
type Body = Schemas['CreatePaymentMethod']

interface MethodProps {
  /** Undefined: a new one. */
  method: Method | undefined
  currency: string
  onClose: () => void
}

/** A way to pay: made, changed or deleted. */
export function PaymentDialog({ method, currency, onClose }: MethodProps) {
  const [isDeleting, setDeleting] = useState(false)
  const [changed, setChanged] = useState(false)
  const [isOpen, setOpen] = useState(false)
  if (method && isDeleting) return <Remove method={method} onKeep={() => setDeleting(false)} onClose={onClose} />
  return (
    <Dialog
      open
      // A click beside it, or Esc, may be a slip.
      onClose={() => (changed ? setOpen(true) : onClose())}
      wide
      title={method ? method.name : 'New payment method'}
      description="A change holds for orders placed from now on; the others keep the method as it was."
    >
      <PaymentForm
        {...{ method, currency, onClose }}
        onDelete={() => setDeleting(true)}
        onChange={() => setChanged(true)}
      />
      <LeaveQuestion open={isOpen} what="dialog" onStay={() => setOpen(false)} onLeave={onClose} />
    </Dialog>
  )
}

interface FormProps extends MethodProps {
  onDelete: () => void
  onChange: () => void
}

function PaymentForm({ method, currency, onClose, onDelete, onChange }: FormProps) {
  const [countries, setCountries] = useState(method?.countries ?? [])
  const form = useRef<HTMLFormElement>(null)
  const refusal = useRefusal('settings.write')
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: async ({ kind, ...body }: Body) => {
      if (method === undefined) return read(api.POST('/admin/payment-methods', { body: { kind, ...body } }))
      const change = changedFields(method, body)
      if (Object.keys(change).length === 0) return method
      return read(api.PATCH('/admin/payment-methods/{id}', { params: { path: { id: method.id } }, body: change }))
    },
    onSuccess: async ({ name }) => {
      toast(method ? `${name} is saved` : `${name} is created`)
      onClose()
      await client.invalidateQueries({ queryKey: ['payment-methods'] })
    },
  })
  useFirstFault(form, save.error)
  const faults = faultsOf(save.error, fieldNames)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!save.isPending) save.mutate(readForm(event.currentTarget, method, countries, currency))
  }
  return (
    <form
      ref={form}
      aria-label="Payment method"
      onSubmit={submit}
      onInput={onChange}
      className="mt-4 grid gap-4 sm:grid-cols-2"
    >
      <PaymentFields
        {...{ method, currency, faults, countries }}
        readOnly={refusal !== undefined}
        onCountries={(next) => {
          setCountries(next)
          onChange()
        }}
      />
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

function Remove({ method, onKeep, onClose }: { method: Method; onKeep: () => void; onClose: () => void }) {
  const client = useQueryClient()
  const { id, name } = method
  const remove = useMutation({
    mutationFn: () => read(api.DELETE('/admin/payment-methods/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      toast(`${name} is deleted`)
      onClose()
      await client.invalidateQueries({ queryKey: ['payment-methods'] })
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
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    />
  )
}
