import type { Schemas } from '@commerce-platform/client'
import { type ComponentProps, useId, useState } from 'react'
import { type Carrier, trackingAddress, useCarriers } from '#console/data/carriers.ts'
import type { Faults } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Field, Input } from '#console/ui/field.tsx'

type Tracking = Required<Omit<Schemas['UpdateFulfillment'], 'delivered_at'>>

export const trackingNames = ['carrier', 'tracking_number', 'tracking_url']

/** What is left empty is none; but where the carrier of the shop makes the address, it is left to the service. */
export function readTracking(form: FormData, carriers: readonly Carrier[]): Schemas['UpdateFulfillment'] {
  const text = (name: string) => String(form.get(name) ?? '').trim() || null
  const [carrier, tracking_number, tracking_url] = [text('carrier'), text('tracking_number'), text('tracking_url')]
  const made = trackingAddress(carriers, carrier ?? '', tracking_number ?? '')
  const isMade = tracking_url === null && made !== undefined
  return { carrier, tracking_number, ...(!isMade && { tracking_url }) }
}

export function TrackingFields({ tracking, faults }: { tracking?: Tracking; faults: Faults }) {
  const carriers = useCarriers()
  const [carrier, setCarrier] = useState(tracking?.carrier ?? '')
  const [number, setNumber] = useState(tracking?.tracking_number ?? '')
  const made = trackingAddress(carriers, carrier, number)
  // One that the carrier has made follows what is typed; only another one was typed.
  const start = trackingAddress(carriers, tracking?.carrier ?? '', tracking?.tracking_number ?? '')
  const typed = tracking?.tracking_url === start ? '' : (tracking?.tracking_url ?? '')
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-2">
      <Field label={t('Carrier')} error={faults.of('carrier')}>
        <CarrierInput value={carrier} onChange={({ target }) => setCarrier(target.value)} />
      </Field>
      <Field label={t('Tracking number')} error={faults.of('tracking_number')}>
        <Input
          name="tracking_number"
          maxLength={100}
          value={number}
          onChange={({ target }) => setNumber(target.value)}
          autoComplete="off"
        />
      </Field>
      <Field
        label={t('Tracking address')}
        hint={
          made ? t('Leave empty to use {made}', { made }) : t('Where the customer can follow the parcel. Optional.')
        }
        error={faults.of('tracking_url')}
        className="min-w-0 wrap-anywhere sm:col-span-2"
      >
        <Input
          name="tracking_url"
          inputMode="url"
          maxLength={2000}
          placeholder={made ? t('Made from the number') : 'https://'}
          defaultValue={typed}
          autoComplete="off"
        />
      </Field>
    </div>
  )
}

/** The carriers of the shop are offered; any other can be typed. */
export function CarrierInput(props: ComponentProps<'input'>) {
  const carriers = useCarriers()
  const list = useId()
  return (
    <>
      <Input {...props} name="carrier" maxLength={100} list={list} autoComplete="off" />
      <datalist id={list}>
        {carriers.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
