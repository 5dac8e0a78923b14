import { read } from '@commerce-platform/client'
import type { FormEvent } from 'react'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { useRepeatable } from '../../orders/order-data.ts'
import { type Group, groupKeys } from './group-data.ts'

interface GroupDialogProps {
  /** Without one: a new group. */
  group?: Group
  onClose: () => void
}

export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const repeatable = useRepeatable()
  const save = useChange(
    groupKeys,
    (name: string) =>
      group === undefined
        ? repeatable({ name }, (headers) => read(api.POST('/admin/customer-groups', { body: { name }, headers })))
        : read(api.PATCH('/admin/customer-groups/{id}', { params: { path: { id: group.id } }, body: { name } })),
    ({ name }) => {
      onClose()
      toast(group === undefined ? t('Group {name} created', { name }) : t('Group renamed to {name}', { name }))
    },
  )
  const faults = faultsOf(save.error, ['name'], 'name')
  const title = group === undefined ? t('New group') : t('Rename group')
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (!save.isPending) save.mutate(name)
  }
  return (
    <Dialog open onClose={() => save.isPending || onClose()} title={title}>
      <form aria-label={title} onSubmit={submit} className="mt-4">
        <Field label={t('Name')} hint={t('Such as Wholesale. Only your team sees it.')} error={faults.of('name')}>
          <Input
            name="name"
            required
            maxLength={100}
            defaultValue={group?.name ?? ''}
            readOnly={save.isPending}
            autoComplete="off"
            autoFocus
          />
        </Field>
        {faults.rest != null && <Notice error={faults.rest} className="mt-4" />}
        <Actions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {group === undefined ? t('Create group') : t('Save name')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
