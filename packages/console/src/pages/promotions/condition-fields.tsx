import { zoneTitle } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Field, Input, TextArea } from '#console/ui/field.tsx'
import { AmountField, CountField, type FieldsProps } from './kind-fields.tsx'

/** When it applies, and to whom. */
export function ConditionFields(props: FieldsProps) {
  const { draft, faults, isRead, change } = props
  const time = (name: 'starts_at' | 'ends_at', label: string, hint: string) => (
    <Field label={label} hint={hint} error={faults.of(name)}>
      <Input
        type="datetime-local"
        value={draft[name]}
        readOnly={isRead}
        className="tabular-nums"
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </Field>
  )
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField {...props} name="min_subtotal" field="minimum.subtotal" label={t('Worth at least')} />
        <CountField {...props} name="min_quantity" field="minimum.quantity" label={t('Units at least')} />
        {time('starts_at', t('Starts'), t('Time of {zoneTitle}.', { zoneTitle: zoneTitle() }))}
        {time('ends_at', t('Ends'), t('Ends at this time.'))}
      </div>
      <Checkbox
        checked={draft.new_only}
        disabled={isRead}
        onChange={({ target }) => change({ new_only: target.checked })}
      >
        {t('For new customers only')}
      </Checkbox>
      <Field
        label={t('Only for these customers')}
        hint={t('E-mail addresses, one per line. Leave empty for everybody.')}
        error={faults.of('customers.emails')}
      >
        <TextArea
          rows={2}
          value={draft.emails}
          readOnly={isRead}
          spellCheck={false}
          onChange={({ target }) => change({ emails: target.value })}
        />
      </Field>
    </>
  )
}

/** How often it is given, and beside what. */
export function LimitFields({ hasCode, ...props }: FieldsProps & { hasCode: boolean }) {
  const { draft, faults, isRead, change } = props
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <CountField
          {...props}
          name="per_customer_limit"
          label={t('Times per customer')}
          hint={t('Counted by account and e-mail address.')}
        />
        <CountField
          {...props}
          name="usage_limit"
          label={t('Uses in total')}
          hint={t('Never exceeded, even in a rush.')}
        />
      </div>
      <Checkbox
        checked={draft.combines}
        disabled={isRead}
        onChange={({ target }) => change({ combines: target.checked })}
      >
        {t('Can be combined with other discounts')}
      </Checkbox>
      {hasCode && (
        <Checkbox
          checked={draft.public}
          disabled={isRead}
          onChange={({ target }) => change({ public: target.checked })}
        >
          {t('Public code (counts towards the 30-day lowest price)')}
        </Checkbox>
      )}
      <Field
        label={t('Priority')}
        hint={t('If two save the same, the higher number wins.')}
        error={faults.of('priority')}
      >
        <Input
          type="number"
          step={1}
          min={-1_000_000}
          max={1_000_000}
          value={draft.priority}
          readOnly={isRead}
          className="max-w-32 tabular-nums"
          onChange={({ target }) => change({ priority: target.value })}
        />
      </Field>
    </>
  )
}
