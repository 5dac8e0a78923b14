import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { type Faults, faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { useDraft } from '#console/lib/use-draft.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { CountryOptions } from '#console/ui/country-options.tsx'
import { Field, Input, Select, TextArea } from '#console/ui/field.tsx'
import { Group, SaveBar } from '#console/ui/groups.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { Failure, Notice, Skeleton } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { SettingsPage } from './settings-page.tsx'

type Shop = Schemas['MerchantSettings']
type Settings = NonNullable<Shop['invoices']>

const fieldNames = [
  ...`
  prefix next_number next_credit_note_number issue_on send_by seller_name vat_id tax_number notes exemption.text
  tax_currency.currency tax_currency.rate
`
    .trim()
    .split(/\s+/),
  ...['line1', 'line2', 'city', 'postal_code', 'country'].map((name) => `seller_address.${name}`),
].map((name) => `invoices.${name}`)

export function InvoicesPage() {
  const { data: shop, error, refetch } = useQuery(shopOptions)
  return (
    <SettingsPage
      tab={t('Invoices')}
      aside={shop && <span className="text-ink-3">{shop.invoices ? t('Invoices are on') : t('Invoices are off')}</span>}
    >
      {shop ? (
        <InvoicesForm shop={shop} />
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Skeleton className="m-4 h-96 max-w-3xl lg:m-8" />
      )}
    </SettingsPage>
  )
}

function InvoicesForm({ shop }: { shop: Shop }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft(shop.invoices, JSON.stringify(shop.invoices))
  const [isOpen, setOpen] = useState(false)
  const refusal = useRefusal('settings.write')
  const save = useMutation({
    mutationFn: (invoices: Schemas['InvoiceSettingsChange'] | null) =>
      read(api.PATCH('/admin/merchant', { body: { invoices } })),
    onMutate: draft.onSend,
    onError: draft.onRefused,
    onSuccess: (saved) => {
      client.setQueryData(shopOptions.queryKey, saved)
      draft.onSaved(saved.invoices, true)
      toast(saved.invoices ? t('The settings of invoices are saved') : t('No more invoices are issued'))
    },
    onSettled: () => setOpen(false),
  })
  useFirstFault(form, save.error)
  const faults = faultsOf(save.error, fieldNames)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!save.isPending) save.mutate(readFields(event.currentTarget, draft.before))
  }
  return (
    <form ref={form} key={draft.key} aria-label={t('Invoices')} onSubmit={submit} onInput={() => draft.onChange()}>
      <LeaveGuard when={draft.unsent} />
      <InvoiceFields settings={draft.before} shop={shop} faults={faults} isRead={refusal !== undefined} />
      <SaveBar narrow>
        {faults.rest != null && <Notice error={faults.rest} className="min-w-0 flex-1" />}
        {draft.before !== null && (
          <Button look="danger" refusal={refusal} onClick={() => setOpen(true)}>
            {t('Switch off')}
          </Button>
        )}
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          refusal={refusal ?? (draft.changed ? undefined : t('Nothing to save yet.'))}
        >
          {draft.before === null ? t('Switch on') : t('Save')}
        </Button>
      </SaveBar>
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('Issue no more invoices?')}
        description={t('Those that were issued stay, and refunds of their orders still get credit notes.')}
        action={t('Switch off')}
        danger
        busy={save.isPending}
        error={save.error}
        onConfirm={() => save.mutate(null)}
      />
    </form>
  )
}

function readFields(form: HTMLFormElement, before: Settings | null): Schemas['InvoiceSettingsChange'] {
  const text = (name: string) => (form.elements.namedItem(`invoices.${name}`) as HTMLInputElement).value.trim()
  const number = (name: 'next_number' | 'next_credit_note_number') => {
    const value = Number(text(name))
    return value === before?.[name] ? {} : { [name]: value }
  }
  const address = (name: string) => text(`seller_address.${name}`)
  return {
    prefix: text('prefix'),
    seller_name: text('seller_name'),
    notes: text('notes') || null,
    vat_id: text('vat_id') || null,
    tax_number: text('tax_number') || null,
    issue_on: text('issue_on') as Settings['issue_on'],
    send_by: text('send_by') || null,
    exemption: text('exemption.text') ? { text: text('exemption.text') } : null,
    tax_currency: readTaxCurrency(text),
    ...number('next_number'),
    ...number('next_credit_note_number'),
    seller_address: {
      line1: address('line1'),
      line2: address('line2') || null,
      city: address('city'),
      postal_code: address('postal_code') || null,
      country: address('country'),
      region: before?.seller_address.region ?? null,
    },
  }
}

/** The rate as a person writes it: `1,17` too. Both are needed, or none. */
function readTaxCurrency(text: (name: string) => string): Settings['tax_currency'] {
  const [currency, rate] = [text('tax_currency.currency').toUpperCase(), text('tax_currency.rate')]
  return currency === '' && rate === '' ? null : { currency, rate: Number(rate.replace(',', '.')) || 0 }
}

interface FieldsProps {
  settings: Settings | null
  shop: Shop
  faults: Faults
  isRead: boolean
}

function InvoiceFields({ settings, shop, faults, isRead }: FieldsProps) {
  const address = settings?.seller_address
  const text = (name: string, label: string, value: string, more: { hint?: string; required?: boolean } = {}) => (
    <Field label={label} {...(more.hint && { hint: more.hint })} error={faults.of(`invoices.${name}`)}>
      <Input
        name={`invoices.${name}`}
        defaultValue={value}
        maxLength={200}
        required={more.required ?? false}
        readOnly={isRead}
        autoComplete="off"
      />
    </Field>
  )
  return (
    <>
      <Group title={t('Seller')} about={t('Printed on invoices.')}>
        {text('seller_name', t('Name'), settings?.seller_name ?? shop.name, { required: true })}
        {text('seller_address.line1', t('Address'), address?.line1 ?? '', { required: true })}
        {text('seller_address.line2', t('Second line'), address?.line2 ?? '')}
        <div className="grid gap-4 sm:grid-cols-2">
          {text('seller_address.postal_code', t('Postal code'), address?.postal_code ?? '')}
          {text('seller_address.city', t('City'), address?.city ?? '', { required: true })}
          <Field label={t('Country')} error={faults.of('invoices.seller_address.country')}>
            <Select
              name="invoices.seller_address.country"
              defaultValue={address?.country ?? ''}
              required
              disabled={isRead}
            >
              <CountryOptions />
            </Select>
          </Field>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          {text('vat_id', t('VAT ID'), settings?.vat_id ?? shop.vat_number ?? '', { hint: t('Or a tax number.') })}
          {text('tax_number', t('Tax number'), settings?.tax_number ?? '')}
        </div>
        {text('exemption.text', t('Why you charge no VAT'), settings?.exemption?.text ?? '', {
          hint: t(
            'For small businesses, such as “No VAT is charged under § 19 UStG”. Leave empty if you ' + 'charge VAT.',
          ),
        })}
        <Field
          label={t('Notes')}
          hint={t('At the end of each invoice: register data, terms.')}
          error={faults.of('invoices.notes')}
        >
          <TextArea
            name="invoices.notes"
            defaultValue={settings?.notes ?? ''}
            maxLength={2000}
            readOnly={isRead}
            rows={3}
          />
        </Field>
      </Group>
      <Group
        title={t('Tax in another currency')}
        about={t(
          'Where the tax office counts in another currency than your shop, invoices print the tax in ' + 'it, too.',
        )}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {text('tax_currency.currency', t('Currency'), settings?.tax_currency?.currency ?? '', {
            hint: t('Such as EUR.'),
          })}
          {text(
            'tax_currency.rate',
            t('What 1 {currency} is in it', { currency: shop.currency }),
            String(settings?.tax_currency?.rate ?? ''),
            {
              hint: t('Such as 1.17.'),
            },
          )}
        </div>
      </Group>
      <Group title={t('Numbers')} about={t('Without a gap, in the order of payment. They only go up.')}>
        {text('prefix', t('Prefix'), settings?.prefix ?? 'INV-', {
          hint: t('INV- makes INV-17, and INV-CN-17 of credit notes.'),
        })}
        <div className="grid gap-4 sm:grid-cols-2">
          {text('next_number', t('Next invoice'), String(settings?.next_number ?? 1), { required: true })}
          {text('next_credit_note_number', t('Next credit note'), String(settings?.next_credit_note_number ?? 1), {
            required: true,
          })}
        </div>
        <Field label={t('Issued')} error={faults.of('invoices.issue_on')}>
          <Select name="invoices.issue_on" defaultValue={settings?.issue_on ?? 'paid'} disabled={isRead}>
            <option value="paid">{t('When an order is paid')}</option>
            <option value="fulfilled">{t('With each parcel')}</option>
          </Select>
        </Field>
        <Field label={t('Sent to the buyer')} error={faults.of('invoices.send_by')}>
          <Select name="invoices.send_by" defaultValue={settings?.send_by ?? ''} disabled={isRead}>
            <option value="">{t('Do not send automatically')}</option>
            <option value="mail">{t('By mail, with the PDF')}</option>
            {settings?.send_by != null && settings.send_by !== 'mail' && (
              <option value={settings.send_by}>{settings.send_by}</option>
            )}
          </Select>
        </Field>
      </Group>
    </>
  )
}
