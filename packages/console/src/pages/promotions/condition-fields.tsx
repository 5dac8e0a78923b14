import { zoneTitle } from '#console/lib/format.ts'
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
        <AmountField {...props} name="min_subtotal" field="minimum.subtotal" label="Worth at least" />
        <CountField {...props} name="min_quantity" field="minimum.quantity" label="Units at least" />
        {time('starts_at', 'Starts', `Time of ${zoneTitle()}.`)}
        {time('ends_at', 'Ends', '00:00 holds for the whole day before.')}
      </div>
      <Checkbox
        checked={draft.new_only}
        disabled={isRead}
        onChange={({ target }) => change({ new_only: target.checked })}
      >
        For new customers only
      </Checkbox>
      <Field
        label="Only for these customers"
        hint="E-mail addresses, one a line. Empty: for everybody."
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
        <CountField {...props} name="per_customer_limit" label="Times per customer" hint="By account and e-mail." />
        <CountField {...props} name="usage_limit" label="Orders in all" hint="Exactly, also in a rush." />
      </div>
      <Checkbox
        checked={draft.combines}
        disabled={isRead}
        onChange={({ target }) => change({ combines: target.checked })}
      >
        May stand beside other discounts that combine
      </Checkbox>
      {hasCode && (
        <Checkbox
          checked={draft.public}
          disabled={isRead}
          onChange={({ target }) => change({ public: target.checked })}
        >
          Its code is announced to everybody: it counts for the lowest price of 30 days
        </Checkbox>
      )}
      <Field label="Priority" hint="Of two that save as much, the higher one is taken." error={faults.of('priority')}>
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
