import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Select } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import type { Customer } from '../customer-data.ts'
import { isErased } from '../customer-name.ts'
import { groupsOptions, useMembers } from './group-data.ts'

interface ChosenGroupsProps {
  customers: readonly Customer[]
  groupId: string | undefined
  /** They leave the list that is filtered by their group. */
  onRemoved: () => void
  onClose: () => void
}

/** Puts the chosen customers into a group, or takes them out of it. */
export function ChosenGroups({ customers, groupId, onRemoved, onClose }: ChosenGroupsProps) {
  const { data: groups = [], isPending } = useQuery(groupsOptions)
  const [how, setHow] = useState<'add' | 'remove'>(groupId === undefined ? 'add' : 'remove')
  const [chosen, setChosen] = useState(groupId ?? '')
  const group = groups.find(({ id }) => id === chosen)
  const ids = customers.filter((customer) => !isErased(customer)).map(({ id }) => id)
  const many = t('{ids, plural, one {# customer} other {# customers}}', { ids: ids.length })
  const change = useMembers(() => {
    onClose()
    if (how === 'remove') onRemoved()
    toast(
      how === 'add'
        ? t('{count, plural, one {# customer} other {# customers}} added to {group}', {
            count: ids.length,
            group: group?.name,
          })
        : t('{count, plural, one {# customer} other {# customers}} removed from {group}', {
            count: ids.length,
            group: group?.name,
          }),
    )
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (group !== undefined && !change.isPending) change.mutate({ group, ids, how })
  }
  return (
    <Dialog
      open
      onClose={() => change.isPending || onClose()}
      title={t('Customer groups')}
      description={t('{many} chosen. Customers can be in many groups.', { many })}
    >
      <form aria-label={t('Customer groups')} onSubmit={submit} className="mt-4 grid gap-4">
        <Field label={t('What to do')}>
          <Select
            value={how}
            disabled={change.isPending}
            onChange={({ target }) => setHow(target.value === 'add' ? 'add' : 'remove')}
          >
            <option value="add">{t('Add them to a group')}</option>
            <option value="remove">{t('Remove them from a group')}</option>
          </Select>
        </Field>
        <Field
          label={t('Group')}
          hint={groups.length === 0 && !isPending ? t('You have no groups yet: create one under Groups.') : undefined}
        >
          <Select
            value={chosen}
            required
            disabled={change.isPending}
            onChange={({ target }) => setChosen(target.value)}
          >
            <option value="">{t('Choose a group')}</option>
            {groups.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        {change.error && <Notice error={change.error} />}
        <Actions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            busy={change.isPending}
            refusal={ids.length === 0 ? t('These accounts are erased.') : undefined}
          >
            {how === 'add' ? t('Add {many}', { many }) : t('Remove {many}', { many })}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
