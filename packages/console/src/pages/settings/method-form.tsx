import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { type Faults, faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { LeaveQuestion } from '#console/ui/leave-question.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { type MethodKind, methodTexts } from './method-texts.ts'

export const permissionFor = (kind: MethodKind) => (kind === 'price-lists' ? 'products.write' : 'settings.write')

/** Of a way to ship or to pay, or of a market. */
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
  kind: MethodKind
  /** What a change means. */
  about?: string
  /** What a deletion means. */
  aboutDeletion?: string
  keepsAlways?: boolean
  fieldNames: readonly string[]
  read: (form: HTMLFormElement) => Body
  save: (body: Body) => Promise<{ name: string }>
  remove: (id: string) => Promise<unknown>
  fields: (of: { faults: Faults; readOnly: boolean; onChange: () => void }) => ReactNode
}

/** A way to ship or to pay, or a market: made, changed or deleted. */
export function MethodDialog<Body>(props: MethodDialogProps<Body>) {
  const { kind, method, about = aboutChange, onClose } = props
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
      title={method ? method.name : methodTexts[kind].title}
      description={about}
    >
      <MethodForm {...props} onDelete={() => setDeleting(true)} onChange={() => setChanged(true)} />
      <LeaveQuestion open={isOpen} what="dialog" onStay={() => setOpen(false)} onLeave={onClose} />
    </Dialog>
  )
}

const aboutChange = t('A change holds for orders placed from now on; the others keep the method as it was.')

interface FormProps<Body> extends MethodDialogProps<Body> {
  onDelete: () => void
  onChange: () => void
}

function MethodForm<Body>(props: FormProps<Body>) {
  const { kind, method, fieldNames, read, save: send, fields, keepsAlways, onClose, onDelete, onChange } = props
  const form = useRef<HTMLFormElement>(null)
  const refusal = useRefusal(permissionFor(kind))
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: send,
    onSuccess: async ({ name }) => {
      toast(method ? t('{name} is saved', { name }) : t('{name} is created', { name }))
      onClose()
      await client.invalidateQueries({ queryKey: [kind] })
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
      aria-label={methodTexts[kind].one}
      onSubmit={submit}
      onInput={onChange}
      className="mt-4 grid gap-4 sm:grid-cols-2"
    >
      {fields({ faults, readOnly: refusal !== undefined, onChange })}
      <div className="sm:col-span-2">
        {faults.rest != null && <Notice error={faults.rest} />}
        <Actions>
          {method && !keepsAlways && (
            <Button look="danger" refusal={refusal} onClick={onDelete} className="mr-auto">
              {t('Delete')}
            </Button>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={save.isPending} refusal={refusal}>
            {method ? t('Save') : methodTexts[kind].create}
          </Button>
        </Actions>
      </div>
    </form>
  )
}

interface RemoveProps extends Pick<MethodDialogProps<never>, 'kind' | 'aboutDeletion' | 'remove' | 'onClose'> {
  method: Named
  onKeep: () => void
}

function Remove(props: RemoveProps) {
  const { kind, method, aboutDeletion, remove, onKeep, onClose } = props
  const { id, name } = method
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => remove(id),
    onSuccess: async () => {
      toast(t('{name} is deleted', { name }))
      onClose()
      await client.invalidateQueries({ queryKey: [kind] })
    },
  })
  return (
    <Confirm
      open
      onClose={onKeep}
      title={t('Delete {name}?', { name })}
      description={
        aboutDeletion ?? t('Customers can no longer choose it. Orders that use it keep it. It cannot be undone.')
      }
      action={t('Delete')}
      danger
      busy={deletion.isPending}
      error={deletion.error}
      onConfirm={() => deletion.mutate()}
    />
  )
}
