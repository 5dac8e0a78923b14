import type { Schemas } from '@commerce-platform/client'
import type { Faults } from '#console/lib/faults.ts'
import { Field, Input } from '#console/ui/field.tsx'

type Tracking = Required<Schemas['UpdateFulfillment']>

export const trackingNames = ['carrier', 'tracking_number', 'tracking_url']

export function readTracking(form: FormData): Tracking {
  const text = (name: string) => String(form.get(name) ?? '').trim() || null
  return { carrier: text('carrier'), tracking_number: text('tracking_number'), tracking_url: text('tracking_url') }
}

export function TrackingFields({ tracking, faults }: { tracking?: Tracking; faults: Faults }) {
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-2">
      <Field label="Carrier" error={faults.of('carrier')}>
        <Input name="carrier" maxLength={100} defaultValue={tracking?.carrier ?? ''} autoComplete="off" />
      </Field>
      <Field label="Tracking number" error={faults.of('tracking_number')}>
        <Input
          name="tracking_number"
          maxLength={100}
          defaultValue={tracking?.tracking_number ?? ''}
          autoComplete="off"
        />
      </Field>
      <Field
        label="Tracking address"
        hint="Where the customer follows the parcel. Optional, as the rest."
        error={faults.of('tracking_url')}
        className="sm:col-span-2"
      >
        <Input
          name="tracking_url"
          inputMode="url"
          maxLength={2000}
          placeholder="https://"
          defaultValue={tracking?.tracking_url ?? ''}
          autoComplete="off"
        />
      </Field>
    </div>
  )
}
