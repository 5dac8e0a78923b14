import { read, type Schemas } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { type Faults, faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { Failure, Notice, Skeleton } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'

type Settings = Schemas['DatevSettings']
type Revenue = Settings['accounts']['revenue'][number]

const kinds: Record<Revenue['kind'], string> = {
  domestic: t('Own country'),
  reverse_charge: t('EU, buyer owes the tax'),
  oss: t('EU, taxed there (OSS)'),
  export: t('Outside the EU'),
}
const single = [
  ['debtors', t('Customers')],
  ['gift_cards', t('Gift cards owed')],
  ['other_revenue', t('Other revenue')],
  ['other_payments', t('Other payments')],
] as const
const months = Array.from({ length: 12 }, (_, index) => `${String(index + 1).padStart(2, '0')}-01`)
const monthName = (start: string) =>
  new Date(`2026-${start}T12:00:00Z`).toLocaleDateString(undefined, { month: 'long', timeZone: 'UTC' })

/** The accounts that bookings are made with. */
export function DatevAccounts({ onClose }: { onClose: () => void }) {
  const query = useQuery({
    queryKey: ['reports', 'datev-accounts'],
    queryFn: ({ signal }) => read(api.GET('/admin/reports/datev/settings', { signal })),
  })
  const { data, error } = query
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('Accounts for DATEV')}
      description={t('Ask your tax advisor for these numbers.')}
    >
      {error ? (
        <Failure error={error} retry={() => query.refetch()} />
      ) : data === undefined ? (
        <Skeleton className="mt-4 h-60" />
      ) : (
        <AccountsForm key={`${data.chart} ${data.account_length}`} settings={data} onClose={onClose} />
      )}
    </Dialog>
  )
}

function AccountsForm({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const [revenue, setRevenue] = useState(settings.accounts.revenue)
  const [payments, setPayments] = useState(settings.accounts.payments)
  const save = useChange(
    [['reports']],
    (body: Schemas['DatevSettingsInput']) => read(api.PUT('/admin/reports/datev/settings', { body })),
    (saved) => {
      toast(t('Accounts saved'))
      if (saved.chart === settings.chart && saved.account_length === settings.account_length) onClose()
    },
  )
  const faults = faultsOf(save.error, [
    ...['chart', 'advisor_number', 'client_number', 'account_length', 'fiscal_year_start'],
    ...single.map(([name]) => `accounts.${name}`),
  ])
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (save.isPending) return
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const number = (name: string) => (text(name) === '' ? null : Number(text(name)))
    const chart = text('chart') as Settings['chart']
    const account_length = Number(text('account_length'))
    // Other accounts belong to another chart.
    const isKept = chart === settings.chart && account_length === settings.account_length
    const alone = Object.fromEntries(single.map(([name]) => [name, text(`accounts.${name}`)]))
    save.mutate({
      chart,
      account_length,
      advisor_number: number('advisor_number'),
      client_number: number('client_number'),
      fiscal_year_start: text('fiscal_year_start'),
      ...(isKept && { accounts: { ...alone, revenue, payments: payments.filter(({ method }) => method !== '') } }),
    })
  }
  return (
    <form aria-label={t('Accounts for DATEV')} onSubmit={submit} className="mt-4 grid gap-4">
      <General settings={settings} faults={faults} />
      <RevenueTable rows={revenue} onChange={setRevenue} />
      <PaymentTable rows={payments} onChange={setPayments} />
      {faults.rest != null && <Notice error={faults.rest} />}
      <Actions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" look="primary" busy={save.isPending}>
          {t('Save')}
        </Button>
      </Actions>
    </form>
  )
}

function General({ settings, faults }: { settings: Settings; faults: Faults }) {
  const { accounts } = settings
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t('Chart of accounts')}
        hint={t('Another chart replaces the accounts below.')}
        error={faults.of('chart')}
      >
        <FieldSelect
          name="chart"
          value={settings.chart}
          options={[
            ['SKR03', 'SKR03'],
            ['SKR04', 'SKR04'],
          ]}
        />
      </Field>
      <Field label={t('Digits of accounts')} error={faults.of('account_length')}>
        <FieldSelect
          name="account_length"
          value={String(settings.account_length)}
          options={['4', '5', '6', '7', '8'].map((digits) => [digits, digits])}
        />
      </Field>
      <Field label={t('Advisor number')} hint={t('Beraternummer')} error={faults.of('advisor_number')}>
        <Input
          name="advisor_number"
          inputMode="numeric"
          pattern="\d{4,7}"
          defaultValue={settings.advisor_number ?? ''}
        />
      </Field>
      <Field label={t('Client number')} hint={t('Mandantennummer')} error={faults.of('client_number')}>
        <Input name="client_number" inputMode="numeric" pattern="\d{1,5}" defaultValue={settings.client_number ?? ''} />
      </Field>
      <Field label={t('Fiscal year begins in')} error={faults.of('fiscal_year_start')}>
        <FieldSelect
          name="fiscal_year_start"
          value={settings.fiscal_year_start}
          options={months.map((start) => [start, monthName(start)])}
        />
      </Field>
      {single.map(([name, label]) => (
        <Field key={name} label={label} error={faults.of(`accounts.${name}`)}>
          <Input
            name={`accounts.${name}`}
            required
            inputMode="numeric"
            pattern="\d{4,9}"
            defaultValue={accounts[name]}
          />
        </Field>
      ))}
    </div>
  )
}

interface FieldSelectProps {
  name: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
}

/** `Field` gives it its id and what is said of it. */
function FieldSelect({ name, value, options, ...rest }: FieldSelectProps) {
  return (
    <Select {...rest} name={name} defaultValue={value}>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </Select>
  )
}

const head = 'mb-1 text-xs font-medium text-ink-2'

function RevenueTable({ rows, onChange }: { rows: Revenue[]; onChange: (rows: Revenue[]) => void }) {
  const set = (at: number, part: Partial<Revenue>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <fieldset className="grid gap-2">
      <legend className={head}>{t('Revenue accounts: where, what, rate in %, account, tax key')}</legend>
      {rows.map((row, at) => (
        // Rows are only added, at the end.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={at} className="grid grid-cols-2 gap-2 sm:grid-cols-[2fr_1fr_1fr_1fr_1fr]">
          <Select
            aria-label={t('Where, row {at}', { at: at + 1 })}
            value={row.kind}
            onChange={({ target }) => set(at, { kind: target.value as Revenue['kind'] })}
          >
            {Object.entries(kinds).map(([kind, text]) => (
              <option key={kind} value={kind}>
                {text}
              </option>
            ))}
          </Select>
          <Select
            aria-label={t('What, row {at}', { at: at + 1 })}
            value={row.supply ?? ''}
            onChange={({ target }) => set(at, { supply: (target.value || null) as Revenue['supply'] })}
          >
            <option value="">{t('All')}</option>
            <option value="goods">{t('Goods')}</option>
            <option value="services">{t('Services')}</option>
          </Select>
          <Input
            aria-label={t('Rate, row {at}', { at: at + 1 })}
            type="number"
            min={0}
            max={100}
            step="any"
            placeholder={t('Others')}
            value={row.rate ?? ''}
            onChange={({ target }) => set(at, { rate: target.value === '' ? null : Number(target.value) })}
          />
          <Input
            aria-label={t('Account, row {at}', { at: at + 1 })}
            required
            inputMode="numeric"
            pattern="\d{4,9}"
            value={row.account}
            onChange={({ target }) => set(at, { account: target.value })}
          />
          <Input
            aria-label={t('Tax key, row {at}', { at: at + 1 })}
            inputMode="numeric"
            pattern="\d{1,4}"
            placeholder={t('None')}
            value={row.tax_key ?? ''}
            onChange={({ target }) => set(at, { tax_key: target.value || null })}
          />
        </div>
      ))}
      <Button
        className="w-fit"
        onClick={() => onChange([...rows, { kind: 'domestic', supply: null, rate: 0, account: '', tax_key: null }])}
      >
        {t('Add a rate')}
      </Button>
    </fieldset>
  )
}

type Payment = Settings['accounts']['payments'][number]

function PaymentTable({ rows, onChange }: { rows: Payment[]; onChange: (rows: Payment[]) => void }) {
  const set = (at: number, part: Partial<Payment>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <fieldset className="grid gap-2">
      <legend className={head}>{t('Payment accounts: method or provider, account')}</legend>
      {rows.map((row, at) => (
        // Rows are only added, at the end.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={at} className="grid grid-cols-2 gap-2">
          <Input
            aria-label={t('Method, row {at}', { at: at + 1 })}
            maxLength={50}
            value={row.method}
            onChange={({ target }) => set(at, { method: target.value })}
          />
          <Input
            aria-label={t('Payment account, row {at}', { at: at + 1 })}
            required={row.method !== ''}
            inputMode="numeric"
            pattern="\d{4,9}"
            value={row.account}
            onChange={({ target }) => set(at, { account: target.value })}
          />
        </div>
      ))}
      <Button className="w-fit" onClick={() => onChange([...rows, { method: '', account: '' }])}>
        {t('Add a method')}
      </Button>
    </fieldset>
  )
}
