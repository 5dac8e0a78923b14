import { read, type Schemas } from '@commerce-platform/client'
import { useState } from 'react'
import { api } from '#console/data/session.ts'
import { changedFields } from '#console/lib/changed-fields.ts'
import { MethodDialog, type MethodProps } from './method-form.tsx'
import { fieldNames, PaymentFields, readForm } from './payment-fields.tsx'

type Method = Schemas['ShopPaymentMethod']

export function PaymentDialog({ method, currency, onClose }: MethodProps<Method>) {
  const [countries, setCountries] = useState(method?.countries ?? [])
  const [groups, setGroups] = useState(method?.groups ?? [])
  async function save({ kind, ...body }: Schemas['CreatePaymentMethod']) {
    if (method === undefined) return read(api.POST('/admin/payment-methods', { body: { kind, ...body } }))
    const change = changedFields(method, body)
    if (Object.keys(change).length === 0) return method
    return read(api.PATCH('/admin/payment-methods/{id}', { params: { path: { id: method.id } }, body: change }))
  }
  return (
    <MethodDialog
      kind="payment-methods"
      method={method}
      fieldNames={fieldNames}
      read={(form) => readForm(form, method, { countries, groups }, currency)}
      save={save}
      remove={(id) => read(api.DELETE('/admin/payment-methods/{id}', { params: { path: { id } } }))}
      onClose={onClose}
      fields={({ faults, readOnly, onChange }) => (
        <PaymentFields
          method={method}
          currency={currency}
          faults={faults}
          countries={countries}
          groups={groups}
          readOnly={readOnly}
          onCountries={(next) => {
            setCountries(next)
            onChange()
          }}
          onGroups={(next) => {
            setGroups(next)
            onChange()
          }}
        />
      )}
    />
  )
}
