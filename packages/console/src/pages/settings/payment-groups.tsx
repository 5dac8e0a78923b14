import { useQuery } from '@tanstack/react-query'
import { t } from '#console/lib/text.ts'
import { groupsOptions } from '#console/pages/customers/groups/group-data.ts'
import { Checkbox } from '#console/ui/checkbox.tsx'

interface PaymentGroupsProps {
  value: readonly string[]
  /** What happens without any. */
  none?: string
  readOnly: boolean
  fault: string | undefined
  onChange: (ids: string[]) => void
}

/** The customer groups that a payment method or a price list is for. A shop without groups sees nothing. */
export function PaymentGroups(props: PaymentGroupsProps) {
  const { value, none = t('Choose none to offer it to every customer.'), readOnly, fault, onChange } = props
  const { data: groups = [] } = useQuery(groupsOptions)
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  // One that was deleted stays chosen: without it this would be for everybody.
  const gone = value.filter((id) => !names.has(id)).map((id): [string, string] => [id, t('Another or a deleted group')])
  const all = [...names, ...gone]
  if (all.length === 0) return null
  return (
    <fieldset className="grid gap-2 sm:col-span-2">
      <legend className="text-sm font-medium">{t('Customer groups')}</legend>
      <p className="text-xs text-ink-3">{none}</p>
      {all.map(([id, name]) => (
        <Checkbox
          key={id}
          checked={value.includes(id)}
          disabled={readOnly}
          onChange={(event) => {
            const others = value.filter((one) => one !== id)
            onChange(event.currentTarget.checked ? [...others, id] : others)
          }}
        >
          {name}
        </Checkbox>
      ))}
      {fault && <p className="text-xs text-bad">{fault}</p>}
    </fieldset>
  )
}
