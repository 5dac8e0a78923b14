import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { readAmount } from '#console/lib/amounts.ts'
import { changedFields } from '#console/lib/changed-fields.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { typedAmount } from '#console/lib/format.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Button } from '#console/ui/button.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { CountryList } from '#console/ui/country-list.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { LeaveQuestion } from '#console/ui/leave-guard.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'

type Method = Schemas['ShippingMethod']
type Body = Schemas['CreateShippingMethod']

interface MethodProps {
  /** Undefined: a new one. */
  method: Method | undefined
  currency: string
  onClose: () => void
}

/** A way to ship: made, changed or deleted. */
export function MethodDialog({ method, currency, onClose }: MethodProps) {
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
      title={method ? method.name : 'New shipping method'}
      description="A change holds for orders placed from now on; the others keep the method as it was."
    >
      <MethodForm
        {...{ method, currency, onClose }}
        onDelete={() => setDeleting(true)}
        onChange={() => setChanged(true)}
      />
      <LeaveQuestion open={isOpen} what="dialog" onStay={() => setOpen(false)} onLeave={onClose} />
    </Dialog>
  )
}

const names = [
  'name',
  'description',
  'price',
  'free_from',
  'min_weight_grams',
  'max_weight_grams',
  'regions',
  'postal_codes',
  'position',
]

interface FormProps extends MethodProps {
  onDelete: () => void
  onChange: () => void
}

function MethodForm({ method, currency, onClose, onDelete, onChange }: FormProps) {
  const [countries, setCountries] = useState(method?.countries ?? [])
  const form = useRef<HTMLFormElement>(null)
  const refusal = useRefusal('settings.write')
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: async (body: Body) => {
      if (method === undefined) return read(api.POST('/admin/shipping-methods', { body }))
      const change = changedFields(method, body)
      if (Object.keys(change).length === 0) return method
      return read(api.PATCH('/admin/shipping-methods/{id}', { params: { path: { id: method.id } }, body: change }))
    },
    onSuccess: async ({ name }) => {
      toast(method ? `${name} is saved` : `${name} is created`)
      onClose()
      await client.invalidateQueries({ queryKey: ['shipping-methods'] })
    },
  })
  useFirstFault(form, save.error)
  const faults = faultsOf(save.error, names)
  const amount = (value: number | null | undefined) => (value == null ? '' : typedAmount(value, currency))
  const common = { autoComplete: 'off', readOnly: refusal !== undefined }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!save.isPending) save.mutate(readForm(event.currentTarget, countries, currency))
  }
  return (
    <form
      ref={form}
      aria-label="Shipping method"
      onSubmit={submit}
      onInput={onChange}
      className="mt-4 grid gap-4 sm:grid-cols-2"
    >
      <Field label="Name" error={faults.of('name')} className="sm:col-span-2">
        <Input name="name" required maxLength={200} defaultValue={method?.name} {...common} />
      </Field>
      <Field
        label="Description"
        hint="Shown to the shopper, such as how long it takes."
        error={faults.of('description')}
        className="sm:col-span-2"
      >
        <Input name="description" maxLength={1000} defaultValue={method?.description ?? ''} {...common} />
      </Field>
      <Field label={`Price in ${currency}`} error={faults.of('price')}>
        <AmountInput name="price" required currency={currency} defaultValue={amount(method?.price)} {...common} />
      </Field>
      <Field label={`Free from, in ${currency}`} hint="Leave empty if it is never free." error={faults.of('free_from')}>
        <AmountInput name="free_from" currency={currency} defaultValue={amount(method?.free_from)} {...common} />
      </Field>
      <Field label="Minimum weight (g)" hint="Of everything in the order." error={faults.of('min_weight_grams')}>
        <Input name="min_weight_grams" {...whole} defaultValue={method?.min_weight_grams ?? ''} {...common} />
      </Field>
      <Field label="Maximum weight (g)" hint="Leave empty for no limit." error={faults.of('max_weight_grams')}>
        <Input name="max_weight_grams" {...whole} defaultValue={method?.max_weight_grams ?? ''} {...common} />
      </Field>
      <div className="sm:col-span-2">
        <CountryList
          label="Ships to"
          hint="Choose none to ship anywhere."
          value={countries}
          readOnly={refusal !== undefined}
          onChange={(next) => {
            setCountries(next)
            onChange()
          }}
        />
      </div>
      <Field
        label="Regions of the country"
        hint="Names or codes, such as Canarias, IB. Leave empty for the whole country."
        error={faults.of('regions')}
      >
        <Input name="regions" defaultValue={method?.regions?.join(', ') ?? ''} {...common} />
      </Field>
      <Field
        label="Postal codes of the country"
        hint="Such as 35*, 07000..07999. Leave empty for the whole country."
        error={faults.of('postal_codes')}
      >
        <Input name="postal_codes" defaultValue={method?.postal_codes?.join(', ') ?? ''} {...common} />
      </Field>
      <Field label="Position" hint="Order in the list. Lower numbers come first." error={faults.of('position')}>
        <Input name="position" required {...whole} defaultValue={method?.position ?? 0} {...common} />
      </Field>
      <Checkbox
        name="active"
        defaultChecked={method?.active ?? true}
        disabled={refusal !== undefined}
        className="self-start sm:mt-5"
      >
        Customers can choose it
      </Checkbox>
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

const whole = {
  inputMode: 'numeric',
  pattern: '[0-9]+',
  title: 'A whole number, such as 500',
  className: 'tabular-nums',
} as const

function readForm(form: HTMLFormElement, countries: string[], currency: string): Body {
  const values = new FormData(form)
  const text = (name: string) => String(values.get(name) ?? '').trim()
  const list = (name: string) => {
    const parts = text(name)
      .split(/[,;]/)
      .flatMap((part) => part.trim() || [])
    return parts.length > 0 ? parts : null
  }
  const number = (name: string) => (text(name) === '' ? null : Number(text(name)))
  const amount = (name: string) => readAmount(text(name), currency)?.amount ?? null
  return {
    name: text('name'),
    description: text('description') || null,
    price: amount('price') ?? 0,
    free_from: amount('free_from'),
    min_weight_grams: number('min_weight_grams'),
    max_weight_grams: number('max_weight_grams'),
    position: number('position') ?? 0,
    active: values.has('active'),
    countries: countries.length > 0 ? countries : null,
    regions: list('regions'),
    postal_codes: list('postal_codes'),
  }
}

function Remove({ method, onKeep, onClose }: { method: Method; onKeep: () => void; onClose: () => void }) {
  const client = useQueryClient()
  const { id, name } = method
  const remove = useMutation({
    mutationFn: () => read(api.DELETE('/admin/shipping-methods/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      toast(`${name} is deleted`)
      onClose()
      await client.invalidateQueries({ queryKey: ['shipping-methods'] })
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
