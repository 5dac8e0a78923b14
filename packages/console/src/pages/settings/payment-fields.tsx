import type { Schemas } from '@commerce-platform/client'
import { useState } from 'react'
import { readAmount } from '#console/lib/amounts.ts'
import type { Faults } from '#console/lib/faults.ts'
import { typedAmount } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { AmountsInCurrencies, readAmountsIn } from '#console/ui/amounts-in-currencies.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { CountryList } from '#console/ui/country-list.tsx'
import { Field, Input, Select, TextArea } from '#console/ui/field.tsx'
import { PaymentGroups } from './payment-groups.tsx'
import { kindNames, missingTexts } from './payment-kinds.ts'

type Method = Schemas['ShopPaymentMethod']
type Body = Schemas['CreatePaymentMethod']
type Kind = Method['kind']

export const fieldNames = [
  ...['name', 'kind', 'instructions', 'bank.holder', 'bank.iban', 'bank.bic', 'reference', 'net_days'],
  ...[
    'keeps_stock_hours',
    'min',
    'max',
    'fee',
    'fee.amount',
    'fee.tax_class',
    'prices',
    'position',
    'active',
    'groups',
    'send_before_paid',
  ],
]

interface FieldsProps {
  method: Method | undefined
  currency: string
  faults: Faults
  readOnly: boolean
  countries: string[]
  onCountries: (countries: string[]) => void
  groups: string[]
  onGroups: (groups: string[]) => void
}

export function PaymentFields({ method, currency, faults, readOnly, countries, onCountries, ...chosen }: FieldsProps) {
  const [kind, setKind] = useState<Kind>(method?.kind ?? 'bank_transfer')
  const common = { autoComplete: 'off', readOnly }
  const amount = (value: number | null | undefined) => (value == null ? '' : typedAmount(value, currency))
  const isByHand = kind !== 'card'
  const hasReference = kind === 'bank_transfer' || kind === 'on_account'
  return (
    <>
      <Field label={t('Kind')} error={faults.of('kind')}>
        <Select
          name="kind"
          value={kind}
          disabled={readOnly || method !== undefined}
          onChange={(event) => setKind(event.currentTarget.value as Kind)}
        >
          {Object.entries(kindNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('Name')} hint={t('What customers choose.')} error={faults.of('name')}>
        <Input name="name" required maxLength={200} defaultValue={method?.name} {...common} />
      </Field>
      {method?.missing?.map((one) => (
        <p key={one} className="text-sm text-warn sm:col-span-2">
          {missingTexts[one]}
        </p>
      ))}
      {kind === 'bank_transfer' && <BankFields bank={method?.bank ?? undefined} faults={faults} common={common} />}
      {isByHand && (
        <Field
          label={t('Instructions')}
          hint={t('In the order, its mail, its page and its invoice.')}
          error={faults.of('instructions')}
          className="sm:col-span-2"
        >
          <TextArea
            name="instructions"
            maxLength={2000}
            defaultValue={method?.instructions ?? ''}
            readOnly={readOnly}
          />
        </Field>
      )}
      {hasReference && (
        <Field label={t('Reference')} hint={t('What customers quote.')} error={faults.of('reference')}>
          <Select name="reference" defaultValue={method?.reference ?? 'order_number'} disabled={readOnly}>
            <option value="order_number">{t('Order number')}</option>
            <option value="rf">{t('Creditor reference (RF)')}</option>
          </Select>
        </Field>
      )}
      {isByHand && (
        <Field
          label={t('Due after, in days')}
          hint={t('Leave empty to use the time until the order is cancelled.')}
          error={faults.of('net_days')}
        >
          <Input name="net_days" {...whole} defaultValue={method?.net_days ?? ''} {...common} />
        </Field>
      )}
      <Field
        label={t('Keeps its stock, in hours')}
        hint={t('Unpaid orders are cancelled after that. Leave empty for the shop’s setting.')}
        error={faults.of('keeps_stock_hours')}
      >
        <Input
          key={String(isByHand)}
          name="keeps_stock_hours"
          {...whole}
          defaultValue={method ? (method.keeps_stock_hours ?? '') : isByHand ? 168 : ''}
          {...common}
        />
      </Field>
      <Field
        label={t('Smallest total, in {currency}', { currency })}
        hint={t('Leave empty for no limit.')}
        error={faults.of('min')}
      >
        <AmountInput name="min" currency={currency} defaultValue={amount(method?.min)} {...common} />
      </Field>
      <Field
        label={t('Highest total, in {currency}', { currency })}
        hint={t('Leave empty for no limit.')}
        error={faults.of('max')}
      >
        <AmountInput name="max" currency={currency} defaultValue={amount(method?.max)} {...common} />
      </Field>
      <Field
        label={t('Fee, in {currency}', { currency })}
        hint={t('Added to orders that use it. Leave empty for none.')}
        error={faults.of('fee.amount') ?? faults.of('fee')}
      >
        <AmountInput name="fee" currency={currency} defaultValue={amount(method?.fee?.amount)} {...common} />
      </Field>
      <Field label={t('Tax class of the fee')} hint={t('Leave empty for standard.')} error={faults.of('fee.tax_class')}>
        <Input name="fee_tax_class" maxLength={50} defaultValue={method?.fee?.tax_class} {...common} />
      </Field>
      <AmountsInCurrencies
        own={currency}
        stored={(method?.prices ?? []).map(({ currency, min, max, fee }) => ({
          currency,
          amounts: { min, max, fee: fee?.amount },
        }))}
        fields={priceFields}
        error={faults.of('prices')}
        isRead={readOnly}
      />
      <Field label={t('Position')} hint={t('Lower comes first.')} error={faults.of('position')}>
        <Input name="position" required {...whole} defaultValue={method?.position ?? 0} {...common} />
      </Field>
      <div className="sm:col-span-2">
        <CountryList
          label={t('Countries')}
          hint={t('By shipping address. Choose none to allow every country.')}
          value={countries}
          readOnly={readOnly}
          onChange={onCountries}
        />
      </div>
      <PaymentGroups value={chosen.groups} onChange={chosen.onGroups} readOnly={readOnly} fault={faults.of('groups')} />
      {isByHand && (
        <Checkbox
          name="send_before_paid"
          defaultChecked={method?.send_before_paid ?? false}
          disabled={readOnly}
          className="sm:col-span-2"
        >
          {t('Its orders can be sent before they are paid')}
        </Checkbox>
      )}
      <Checkbox name="active" defaultChecked={method?.active ?? true} disabled={readOnly} className="sm:col-span-2">
        {t('Customers can choose it')}
      </Checkbox>
      {faults.of('active') && <p className="text-xs text-bad sm:col-span-2">{faults.of('active')}</p>}
    </>
  )
}

interface BankProps {
  bank: Method['bank'] | undefined
  faults: Faults
  common: { autoComplete: string; readOnly: boolean }
}

function BankFields({ bank, faults, common }: BankProps) {
  return (
    <>
      <Field label={t('Account holder')} error={faults.of('bank.holder')} className="sm:col-span-2">
        <Input name="holder" required maxLength={70} defaultValue={bank?.holder} {...common} />
      </Field>
      <Field label={t('IBAN')} error={faults.of('bank.iban')}>
        <Input name="iban" required maxLength={42} spellCheck={false} defaultValue={bank?.iban} {...common} />
      </Field>
      <Field label={t('BIC')} hint={t('Not needed within Europe.')} error={faults.of('bank.bic')}>
        <Input name="bic" maxLength={14} spellCheck={false} defaultValue={bank?.bic ?? ''} {...common} />
      </Field>
    </>
  )
}

const priceFields = [
  {
    name: 'min',
    label: (currency: string) => t('Smallest total, in {currency}', { currency }),
    hint: t('A method with limits or a fee needs one of these to be offered in this currency.'),
  },
  { name: 'max', label: (currency: string) => t('Highest total, in {currency}', { currency }) },
  { name: 'fee', label: (currency: string) => t('Fee, in {currency}', { currency }) },
]

/** Null: in no other currency. */
function readPrices(form: FormData): Body['prices'] {
  const typed = readAmountsIn(form, ['min', 'max', 'fee'])
  const prices = typed.map(({ fee, ...limits }) => ({ ...limits, fee: fee === null ? null : { amount: fee } }))
  return prices.length === 0 ? null : prices
}

const whole = {
  inputMode: 'numeric',
  pattern: '[0-9]+',
  title: t('A whole number, such as 14'),
  className: 'tabular-nums',
} as const

export function readForm(
  form: HTMLFormElement,
  method: Method | undefined,
  { countries, groups }: { countries: string[]; groups: string[] },
  currency: string,
): Body {
  const values = new FormData(form)
  const text = (name: string) => String(values.get(name) ?? '').trim()
  const number = (name: string) => (text(name) === '' ? null : Number(text(name)))
  const amount = (name: string) => readAmount(text(name), currency)?.amount ?? null
  const kind = method?.kind ?? (text('kind') as Kind)
  const fee = amount('fee')
  return {
    kind,
    name: text('name'),
    instructions: text('instructions') || null,
    countries: countries.length > 0 ? countries : null,
    groups,
    min: amount('min'),
    max: amount('max'),
    fee: fee ? { amount: fee, tax_class: text('fee_tax_class') || 'standard' } : null,
    prices: readPrices(values),
    keeps_stock_hours: number('keeps_stock_hours'),
    net_days: number('net_days'),
    ...(values.has('reference') && { reference: text('reference') as Method['reference'] }),
    position: number('position') ?? 0,
    send_before_paid: values.has('send_before_paid'),
    active: values.has('active'),
    ...(kind === 'bank_transfer' && {
      bank: { holder: text('holder'), iban: text('iban').replace(/\s/g, '').toUpperCase(), bic: text('bic') || null },
    }),
  }
}
