import type { ReactElement } from 'react'
import type { Faults } from '#console/lib/faults.ts'
import { languageName, languages } from '#console/lib/languages.ts'
import { rich } from '#console/lib/rich.ts'
import { t } from '#console/lib/text.ts'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Field, Input, Select, TextArea } from '#console/ui/field.tsx'
import { Time } from '#console/ui/time.tsx'
import { AddressesField } from './addresses-field.tsx'
import type { CustomerDetails } from './customer-data.ts'
import type { CustomerDraft } from './customer-draft.ts'

interface CustomerFieldsProps {
  draft: CustomerDraft
  /** As stored. */
  customer: CustomerDetails | undefined
  faults: Faults
  isRead: boolean
  onChange: (change: Partial<CustomerDraft>) => void
}

type TextName = 'name' | 'company' | 'email' | 'phone' | 'vat_number' | 'tags'

export function CustomerFields({ draft, customer, faults, isRead, onChange }: CustomerFieldsProps) {
  const hasAccount = customer?.account === true
  const text = (name: TextName, label: string, { hint, ...more }: TextMore = {}) => (
    <Field label={label} hint={hint} error={faults.of(name)}>
      <Input
        value={draft[name]}
        readOnly={isRead}
        // Of the customer, not of who types.
        autoComplete="off"
        onChange={({ target }) => onChange({ [name]: target.value })}
        {...more}
      />
    </Field>
  )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {text('name', t('Name'), { maxLength: 200 })}
      {text('company', t('Company'), { maxLength: 200 })}
      {text('email', 'E-mail', {
        type: 'email',
        maxLength: 320,
        disabled: hasAccount,
        hint: hasAccount ? t('Only the customer can change the address of their account.') : undefined,
      })}
      {text('phone', t('Phone'), { type: 'tel', maxLength: 40, hint: t('Such as +44 20 7946 0958.') })}
      {text('vat_number', 'VAT number', { maxLength: 50 })}
      <Field label={t('Language')} hint={t('The language you write to them in.')} error={faults.of('locale')}>
        <Select value={draft.locale} disabled={isRead} onChange={({ target }) => onChange({ locale: target.value })}>
          <LanguageOptions stored={customer?.locale ?? ''} />
        </Select>
      </Field>
      <AddressesField
        value={draft.addresses}
        name={draft.name}
        faults={faults}
        isRead={isRead}
        onChange={(addresses) => onChange({ addresses })}
      />
      <div className="sm:col-span-2">
        {text('tags', t('Tags'), { hint: t('Separate them with commas, such as wholesale, press.') })}
      </div>
      <Field label={t('Note')} hint={t('Only your team sees it.')} error={faults.of('note')} className="sm:col-span-2">
        <TextArea
          rows={3}
          value={draft.note}
          maxLength={5000}
          readOnly={isRead}
          onChange={({ target }) => onChange({ note: (target as unknown as HTMLTextAreaElement).value })}
        />
      </Field>
      <Consent draft={draft} customer={customer} faults={faults} isRead={isRead} onChange={onChange} />
      <div className="grid sm:col-span-2">
        <Tick name="tax_exempt" draft={draft} faults={faults} isRead={isRead} onChange={onChange}>
          {t('Tax exempt (for your team: orders are taxed as before)')}
        </Tick>
        <Tick name="send_before_paid" draft={draft} faults={faults} isRead={isRead} onChange={onChange}>
          {t('Orders can be sent before they are paid')}
        </Tick>
      </div>
    </div>
  )
}

interface TextMore {
  hint?: string | undefined
  type?: string
  maxLength?: number
  disabled?: boolean
}

interface TickProps extends Omit<CustomerFieldsProps, 'customer'> {
  name: 'tax_exempt' | 'send_before_paid'
  children: string
}

function Tick({ name, draft, faults, isRead, onChange, children }: TickProps): ReactElement {
  return (
    <div>
      <Checkbox
        checked={draft[name]}
        disabled={isRead}
        onChange={({ currentTarget }) => onChange({ [name]: currentTarget.checked })}
      >
        {children}
      </Checkbox>
      <Fault text={faults.of(name)} />
    </div>
  )
}

const Fault = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p role="alert" className="text-xs text-bad">
      {text}
    </p>
  )

/** Consent to marketing. One that is withdrawn is kept, with both moments. */
function Consent({ draft, customer, faults, isRead, onChange }: CustomerFieldsProps) {
  const consent = customer?.accepts_marketing ?? null
  return (
    <div className="sm:col-span-2">
      <Checkbox
        checked={draft.accepts}
        disabled={isRead}
        onChange={({ currentTarget }) => onChange({ accepts: currentTarget.checked })}
      >
        {t('Agrees to marketing e-mails')}
      </Checkbox>
      {consent?.withdrawn_at && !draft.accepts && (
        <p className="text-xs text-ink-3">
          {rich('Agreed {agreed}, withdrawn {withdrawn}.', {
            agreed: <Time at={consent.at} />,
            withdrawn: <Time at={consent.withdrawn_at} />,
          })}
        </p>
      )}
      {consent !== null && consent.withdrawn_at === null && !draft.accepts && (
        <p className="text-xs text-ink-3">
          {rich('They agreed {time}. Saving records that they withdrew it today.', { time: <Time at={consent.at} /> })}
        </p>
      )}
      {draft.accepts && (
        <Field
          label={t('How they agreed')}
          hint={t('Such as Newsletter form, or By telephone. You may have to prove it.')}
          error={faults.of('accepts_marketing')}
          className="mt-1"
        >
          <Input
            value={draft.source}
            required
            maxLength={200}
            readOnly={isRead}
            autoComplete="off"
            onChange={({ target }) => onChange({ source: target.value })}
          />
        </Field>
      )}
      {!draft.accepts && <Fault text={faults.of('accepts_marketing')} />}
    </div>
  )
}

/** One that is not in the list, such as British English, stays. */
function LanguageOptions({ stored }: { stored: string }) {
  const all = languages()
  return (
    <>
      <option value="">{t('Not known')}</option>
      {stored !== '' && all.every(({ code }) => code !== stored) && (
        <option value={stored}>{languageName(stored)}</option>
      )}
      {all.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  )
}
