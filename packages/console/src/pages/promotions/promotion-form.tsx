import { ApiError } from '@commerce-platform/client'
import { type FormEvent, useRef, useState } from 'react'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { Group, SaveBar } from '#console/ui/groups.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { Notice } from '#console/ui/states.tsx'
import { ChoiceField } from './choice-field.tsx'
import { useChoiceNames } from './choice-names.ts'
import { ConditionFields, LimitFields } from './condition-fields.tsx'
import { CurrencyFields, readPrices } from './currency-fields.tsx'
import { KindFields } from './kind-fields.tsx'
import type { Promotion, PromotionBody } from './promotion-data.ts'
import { bodyOf, type Draft, draftOf, type Kind, kindTexts, termsOf } from './promotion-draft.ts'
import { sentenceOf } from './promotion-sentence.ts'

/** How a customer comes by it. */
export type Trigger = 'code' | 'automatic' | 'codes'

interface PromotionFormProps {
  /** What is there already; left out for a new one. */
  promotion?: Promotion
  currency: string
  error: unknown
  busy: boolean
  refusal: string | undefined
  action: string
  changed: boolean
  unsent: boolean
  onChange: (changed: true) => void
  onSubmit: (body: PromotionBody, trigger: Trigger) => void
}

const fields = `
  name code percent amount max_discount max_shipping applies_to times_at_most priority buy buy.quantity buy.of get
  get.quantity get.of get.percent minimum.subtotal minimum.quantity customers.emails usage_limit per_customer_limit
  starts_at ends_at prices
`
  .trim()
  .split(/\s+/)

const triggers: Record<Trigger, string> = {
  code: t('With a code'),
  automatic: t('Automatic'),
  codes: t('With generated codes'),
}

function triggerOf(promotion: Promotion | undefined): Trigger {
  if (promotion?.has_codes) return 'codes'
  return promotion !== undefined && promotion.code === null ? 'automatic' : 'code'
}

/** The terms of a promotion, and below them the sentence that says what they do. */
export function PromotionForm(props: PromotionFormProps) {
  const { promotion, currency, error, busy, refusal, action, changed, unsent, onChange, onSubmit } = props
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<Draft>(() => draftOf(promotion, currency))
  const [trigger, setTrigger] = useState<Trigger>(() => triggerOf(promotion))
  const isStale =
    error instanceof ApiError && (error.details as { version?: number } | undefined)?.version !== undefined
  const faults = faultsOf(error, fields, isStale ? undefined : 'code')
  useFirstFault(form, error)
  const isRead = refusal !== undefined || (busy && promotion === undefined)
  const sent: Draft = trigger === 'code' ? draft : { ...draft, code: '' }
  const terms = termsOf(
    trigger === 'code' && draft.code === '' ? { ...draft, code: '…' } : sent,
    currency,
    trigger === 'codes',
  )
  const names = useChoiceNames([terms.applies_to, terms.buy?.of, terms.get?.of])
  function change(next: Partial<Draft>): void {
    setDraft((now) => ({ ...now, ...next }))
    onChange(true)
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const prices = readPrices(event.currentTarget, draft)
    if (!busy) onSubmit({ ...bodyOf(sent, currency), prices }, trigger)
  }
  const shared = { draft, currency, faults, isRead, names, change }
  return (
    <form ref={form} aria-label={t('Promotion')} onSubmit={submit}>
      <LeaveGuard when={unsent} />
      <Group title={t('Discount')}>
        <Field label={t('Name')} hint={t('Customers see it on their order.')} error={faults.of('name')}>
          <Input
            required
            maxLength={200}
            value={draft.name}
            readOnly={isRead}
            autoFocus={promotion === undefined}
            autoComplete="off"
            placeholder={t('Summer sale')}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('How customers get it')}>
            <Select
              value={trigger}
              disabled={isRead || promotion?.has_codes === true}
              onChange={({ target }) => {
                setTrigger(target.value as Trigger)
                onChange(true)
              }}
            >
              {Object.entries(triggers).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </Select>
          </Field>
          {trigger === 'code' && (
            <Field label={t('Code')} hint={t('Letters, digits, - and _.')} error={faults.of('code')}>
              <Input
                required
                minLength={3}
                maxLength={64}
                pattern="[A-Za-z0-9_\-]+"
                title={t('Letters, digits, - and _')}
                value={draft.code}
                readOnly={isRead}
                autoComplete="off"
                spellCheck={false}
                placeholder={t('SUMMER-10')}
                className="uppercase placeholder:normal-case"
                onChange={({ target }) => change({ code: target.value })}
              />
            </Field>
          )}
          {trigger === 'codes' && (
            <p className="self-end pb-1.5 text-ink-2">
              {promotion?.has_codes ? t('See them under Codes.') : t('It stays paused until you generate them.')}
            </p>
          )}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('Kind')}>
            <Select
              value={draft.kind}
              disabled={isRead}
              onChange={({ target }) => change({ kind: target.value as Kind })}
            >
              {Object.entries(kindTexts).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </Select>
          </Field>
          <KindFields {...shared} />
        </div>
      </Group>
      {draft.kind !== 'buy_x_get_y' && (
        <Group title={t('Products')} about={t('What it applies to. Its minimum counts these products only.')}>
          <ChoiceField
            label={t('Applies to')}
            value={draft.applies_to}
            names={names}
            error={faults.of('applies_to')}
            isRead={isRead}
            onChange={(applies_to) => change({ applies_to })}
          />
        </Group>
      )}
      <Group title={t('Conditions')} about={t('All optional.')}>
        <ConditionFields {...shared} />
      </Group>
      <CurrencyFields
        draft={draft}
        prices={promotion?.prices ?? []}
        currency={currency}
        faults={faults}
        isRead={isRead}
        onChange={() => onChange(true)}
      />
      <Group title={t('Limits')}>
        <LimitFields {...shared} hasCode={trigger === 'code'} />
      </Group>
      <SaveBar>
        {faults.rest != null && <Notice error={faults.rest} className="w-full" />}
        <p role="status" aria-label={t('What it does')} className="min-w-0 flex-1 basis-72 font-medium text-pretty">
          {names && sentenceOf(terms, names, currency)}
        </p>
        <Button
          type="submit"
          look="primary"
          busy={busy}
          refusal={refusal ?? (changed ? undefined : t('Nothing to save yet.'))}
        >
          {action}
        </Button>
      </SaveBar>
    </form>
  )
}
