import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { type Carrier, trackingAddress } from '#console/data/carriers.ts'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { faultsOf, ofOneItem } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'

type Shop = Schemas['MerchantSettings']

/** Who carries the parcels: a number then leads the customer to their page, in mails and orders. */
export function Carriers({ shop }: { shop: Shop }) {
  const [opened, setOpened] = useState<Carrier | 'new'>()
  const refusal = useRefusal('settings.write')
  return (
    <section aria-label={t('Carriers')} className="px-4 py-5 lg:px-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="max-w-xl">
          <h2 className="font-semibold">{t('Carriers')}</h2>
          <p className="text-ink-3">
            {t('For these carriers, a tracking number is enough: we make the tracking link.')}
          </p>
        </div>
        <Button refusal={refusal} onClick={() => setOpened('new')}>
          <Plus aria-hidden />
          {t('New carrier')}
        </Button>
      </div>
      {shop.carriers.length > 0 && (
        <ul className="mt-3 border-b border-line">
          {shop.carriers.map((carrier) => (
            <li
              key={carrier.name}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-1.5 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
            >
              <span className="font-medium wrap-anywhere">{carrier.name}</span>
              <span className="text-ink-2 wrap-anywhere max-sm:order-last max-sm:col-span-2">
                {carrier.tracking_pattern}
              </span>
              <Button look="quiet" className="-mr-3" onClick={() => setOpened(carrier)}>
                {refusal === undefined ? t('Change') : t('Open')}
                <span className="sr-only"> {carrier.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {opened !== undefined && (
        <CarrierDialog carrier={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />
      )}
    </section>
  )
}

/** The list as it is by now, with one of it changed: what others change meanwhile is kept. */
async function saveCarrier(before: Carrier | undefined, next: Carrier | undefined): Promise<Shop> {
  const { carriers } = await read(api.GET('/admin/merchant', {}))
  const others = carriers.filter(({ name }) => name !== before?.name)
  const at = carriers.findIndex(({ name }) => name === before?.name)
  const changed = next === undefined ? others : others.toSpliced(at < 0 ? others.length : at, 0, next)
  return read(api.PATCH('/admin/merchant', { body: { carriers: changed } }))
}

function CarrierDialog({ carrier, onClose }: { carrier: Carrier | undefined; onClose: () => void }) {
  const client = useQueryClient()
  const refusal = useRefusal('settings.write')
  const form = useRef<HTMLFormElement>(null)
  const [pattern, setPattern] = useState(carrier?.tracking_pattern ?? '')
  const save = useMutation({
    mutationFn: (next: Carrier | undefined) => saveCarrier(carrier, next),
    onSuccess: (shop, next) => {
      client.setQueryData(shopOptions.queryKey, shop)
      toast(next ? t('{name} is saved', { name: next.name }) : t('{name} is removed', { name: carrier?.name }))
      onClose()
    },
  })
  useFirstFault(form, save.error)
  const faults = faultsOf(ofOneItem(save.error), ['name', 'tracking_pattern'])
  const example = trackingAddress([{ name: 'x', tracking_pattern: pattern }], 'x', 'AB123')
  const common = { readOnly: refusal !== undefined, autoComplete: 'off' }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (save.isPending) return
    const values = new FormData(event.currentTarget)
    save.mutate({ name: String(values.get('name')).trim(), tracking_pattern: pattern.trim() })
  }
  return (
    <Dialog
      open
      wide
      onClose={() => !save.isPending && onClose()}
      title={carrier?.name ?? t('New carrier')}
      description={t('Parcels that were sent before keep the address they have.')}
    >
      <form ref={form} onSubmit={submit} className="mt-4 grid gap-4">
        <Field
          label={t('Name')}
          hint={t('The name you type when you send a parcel.')}
          error={faults.of('name')}
          className="sm:w-72"
        >
          <Input name="name" required maxLength={100} defaultValue={carrier?.name} {...common} />
        </Field>
        <Field
          label={t('Tracking address')}
          hint={
            example && pattern.includes('{tracking_number}')
              ? t('{number} leads to {address}', { number: 'AB123', address: example })
              : t("Put '{tracking_number}' where the number goes.")
          }
          error={faults.of('tracking_pattern')}
          className="min-w-0 wrap-anywhere"
        >
          <Input
            name="tracking_pattern"
            required
            inputMode="url"
            maxLength={1000}
            placeholder="https://www.example.com/track/{tracking_number}"
            value={pattern}
            onChange={({ target }) => setPattern(target.value)}
            spellCheck={false}
            {...common}
          />
        </Field>
        {faults.rest != null && <Notice error={faults.rest} />}
        <Actions>
          {carrier && (
            <Button look="danger" refusal={refusal} className="mr-auto" onClick={() => save.mutate(undefined)}>
              {t('Remove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={save.isPending} refusal={refusal}>
            {t('Save')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
