import { read, type Schemas } from '@commerce-platform/client'
import { useState } from 'react'
import { api } from '#console/data/session.ts'
import { changedFields } from '#console/lib/changed-fields.ts'
import type { Faults } from '#console/lib/faults.ts'
import { plural, zoneTitle } from '#console/lib/format.ts'
import { readTime, typedTime } from '#console/lib/shop-time.ts'
import { Field, Input } from '#console/ui/field.tsx'
import { MethodDialog, type MethodProps } from './method-form.tsx'
import { PaymentGroups } from './payment-groups.tsx'

type PriceList = Schemas['PriceList']
type Body = Schemas['CreatePriceList']

/** A list for a time or for groups. Amounts of single products are given by the API, and shown as a number. */
export function PriceListDialog({ method: list, onClose }: MethodProps<PriceList>) {
  const [groups, setGroups] = useState(list?.customers?.group_ids ?? [])
  async function save(body: Body) {
    if (list === undefined) return read(api.POST('/admin/price-lists', { body }))
    const change = changedFields(list, body)
    if (Object.keys(change).length === 0) return list
    return read(api.PATCH('/admin/price-lists/{id}', { params: { path: { id: list.id } }, body: change }))
  }
  return (
    <MethodDialog
      kind="price list"
      about="It holds for carts and orders from its beginning on. Orders that are placed keep their prices."
      aboutDeletion="Its products have their own prices again at once. Orders keep theirs. It cannot be undone."
      method={list}
      fieldNames={['name', 'percent', 'starts_at', 'ends_at', 'priority', 'customers', 'prices']}
      read={(form) => readForm(form, groups, list)}
      save={save}
      remove={(id) => read(api.DELETE('/admin/price-lists/{id}', { params: { path: { id } } }))}
      onClose={onClose}
      fields={({ faults, readOnly, onChange }) => (
        <ListFields
          list={list}
          faults={faults}
          groups={groups}
          readOnly={readOnly}
          onGroups={(next) => {
            setGroups(next)
            onChange()
          }}
        />
      )}
    />
  )
}

interface FieldsProps {
  list: PriceList | undefined
  faults: Faults
  groups: string[]
  readOnly: boolean
  onGroups: (ids: string[]) => void
}

function ListFields({ list, faults, groups, readOnly, onGroups }: FieldsProps) {
  const common = { autoComplete: 'off', readOnly }
  const hasAmounts = list !== undefined && list.percent === null
  const time = (name: 'starts_at' | 'ends_at', label: string, hint: string) => (
    <Field label={label} hint={hint} error={faults.of(name)}>
      <Input
        name={name}
        type="datetime-local"
        className="tabular-nums"
        defaultValue={list?.[name] ? typedTime(list[name]) : ''}
        readOnly={readOnly}
      />
    </Field>
  )
  return (
    <>
      <Field label="Name" hint="Only your team sees it." error={faults.of('name')} className="sm:col-span-2">
        <Input name="name" required maxLength={100} defaultValue={list?.name} {...common} />
      </Field>
      {hasAmounts ? (
        <p className="text-ink-2 sm:col-span-2">
          It has {plural(list.price_count, 'price')} of single products, which are set by the API.
        </p>
      ) : (
        <Field
          label="Change in percent"
          hint={
            list && list.price_count > 0
              ? `-20 makes cheaper. It is for ${plural(list.price_count, 'product')}.`
              : '-20 makes a fifth cheaper, 10 a tenth dearer.'
          }
          error={faults.of('percent') ?? faults.of('prices')}
        >
          <Input
            name="percent"
            required
            inputMode="text"
            pattern="[\-−]?[0-9]+([.,][0-9]{1,2})?"
            title="A number, such as -20"
            className="tabular-nums"
            defaultValue={list?.percent ?? ''}
            {...common}
          />
        </Field>
      )}
      <Field
        label="Priority"
        hint="Of several lists, the highest counts, then the lowest price."
        error={faults.of('priority')}
      >
        <Input
          name="priority"
          required
          pattern="-?[0-9]+"
          title="A whole number, such as 10"
          className="tabular-nums"
          defaultValue={list?.priority ?? 0}
          {...common}
        />
      </Field>
      {time('starts_at', 'Starts', `Time of ${zoneTitle()}. Leave empty to start now.`)}
      {time('ends_at', 'Ends', 'Leave empty to let it run.')}
      <PaymentGroups
        value={groups}
        none="Choose none to give these prices to everybody."
        readOnly={readOnly}
        fault={faults.of('customers')}
        onChange={onGroups}
      />
    </>
  )
}

function readForm(form: HTMLFormElement, groups: string[], list: PriceList | undefined): Body {
  const values = new FormData(form)
  const text = (name: string) => String(values.get(name) ?? '').trim()
  const percent = text('percent').replace('−', '-').replace(',', '.')
  return {
    name: text('name'),
    percent: list?.percent === null ? null : Number(percent),
    priority: Number(text('priority')),
    starts_at: readTime(text('starts_at')) ?? null,
    ends_at: readTime(text('ends_at')) ?? null,
    customers: groups.length === 0 ? null : { group_ids: groups },
  }
}
