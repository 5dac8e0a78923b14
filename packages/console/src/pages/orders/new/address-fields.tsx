import type { ReactNode } from 'react'
import type { Faults } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { CountryOptions } from '#console/ui/country-options.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import type { Address } from './order-draft.ts'

const labels: Record<keyof Address, string> = {
  name: t('Name'),
  company: t('Company'),
  line1: t('Street and number'),
  line2: t('Second line'),
  postal_code: t('Postal code'),
  city: t('City'),
  region: t('Region'),
  country: t('Country'),
  phone: t('Phone'),
}

interface AddressFieldsProps {
  address: Address
  /** Something of it is typed: then it is to be whole. */
  isBegun: boolean
  faults: Faults
  /** The field of the body. Default: `shipping_address`. */
  field?: string
  isRead: boolean
  onChange: (change: Partial<Address>) => void
  /** What else is asked of who gets it. */
  children?: ReactNode
}

/** Where it goes. Without an address nothing is sent. */
export function AddressFields({ address, isBegun, faults, isRead, onChange, children, ...props }: AddressFieldsProps) {
  const { field = 'shipping_address' } = props
  const text = (name: keyof Address, more: { required?: boolean; className?: string } = {}) => (
    <Field
      label={labels[name]}
      error={faults.of(`${field}.${name}`)}
      {...(more.className && { className: more.className })}
    >
      <Input
        value={address[name]}
        required={more.required === true && isBegun}
        maxLength={200}
        readOnly={isRead}
        // Of the customer, not of who types.
        autoComplete="off"
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </Field>
  )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {text('name', { required: true })}
      {text('company')}
      {text('line1', { required: true })}
      {text('line2')}
      {text('postal_code')}
      {text('city', { required: true })}
      {text('region')}
      <Field label={labels.country} error={faults.of(`${field}.country`)}>
        <Select
          value={address.country}
          required={isBegun}
          disabled={isRead}
          onChange={({ target }) => onChange({ country: target.value })}
        >
          <CountryOptions />
        </Select>
      </Field>
      {text('phone')}
      {children}
    </div>
  )
}
