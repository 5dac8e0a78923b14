import { addressLines } from '@commerce-platform/client/address-lines'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Faults } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { AddressFields } from '../orders/new/address-fields.tsx'
import { addressNames, addressOf, emptyAddress } from '../orders/new/order-draft.ts'
import { type DraftAddress, draftAddress, maxAddresses } from './customer-draft.ts'

interface AddressesFieldProps {
  value: readonly DraftAddress[]
  /** Who gets what goes to a new one. */
  name: string
  faults: Faults
  isRead: boolean
  onChange: (value: readonly DraftAddress[]) => void
}

/** The addresses of a customer, each a line that opens. */
export function AddressesField({ value, name, faults, isRead, onChange }: AddressesFieldProps) {
  const [open, setOpen] = useState<readonly number[]>([])
  const error = faults.of('addresses')
  function add(): void {
    const added = draftAddress({ ...emptyAddress(value.at(0)?.address.country ?? ''), name })
    onChange([...value, added])
    setOpen([...open, added.key])
  }
  return (
    <fieldset aria-label={t('Addresses')} className="grid gap-2 sm:col-span-2">
      <legend className="mb-1 text-xs font-medium text-ink-2">{t('Addresses')}</legend>
      {value.map(({ key, address }, index) => {
        const field = `addresses[${index}]`
        const isOpen = open.includes(key) || hasFault(faults, field)
        const number = `address ${index + 1}`
        return (
          <div key={key} className="rounded p-3 ring-1 ring-inset ring-line-2">
            <div className="flex items-center justify-between gap-2">
              <p className="min-w-0 flex-1 wrap-anywhere text-ink-2">
                {isOpen ? t('Address {index}', { index: index + 1 }) : addressLines(addressOf(address)).join(', ')}
              </p>
              {!isOpen && (
                <Button
                  look="quiet"
                  className="-my-1"
                  aria-label={t('Change {number}', { number })}
                  onClick={() => setOpen([...open, key])}
                >
                  {t('Change')}
                </Button>
              )}
              <Button
                look="quiet"
                className="-my-1 -mr-2"
                aria-label={t('Remove {number}', { number })}
                refusal={isRead ? t('The customer is being saved.') : undefined}
                onClick={() => onChange(value.filter((one) => one.key !== key))}
              >
                {t('Remove')}
              </Button>
            </div>
            {isOpen && (
              <div className="mt-3">
                <AddressFields
                  address={address}
                  isBegun
                  faults={faults}
                  field={field}
                  isRead={isRead}
                  onChange={(change) =>
                    onChange(value.map((one) => (one.key === key ? { key, address: { ...address, ...change } } : one)))
                  }
                />
              </div>
            )}
          </div>
        )
      })}
      {error !== undefined && <p className="text-xs text-bad">{error}</p>}
      <Button
        className="justify-self-start"
        refusal={
          value.length >= maxAddresses
            ? t('A customer has at most {maxAddresses} addresses.', { maxAddresses })
            : undefined
        }
        onClick={add}
      >
        <Plus aria-hidden />
        {t('Add address')}
      </Button>
    </fieldset>
  )
}

const hasFault = (faults: Faults, field: string) =>
  addressNames.some((name) => faults.of(`${field}.${name}`) !== undefined)
