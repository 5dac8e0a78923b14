import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useMay, useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { staffOptions } from '#console/data/staff.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { listText, readList } from '#console/lib/typed-lists.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Section } from '#console/ui/page.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { useOrderUpdate } from '../order-data.ts'

/** How the team sorts its orders: who takes care of this one, and its tags. */
export function TeamSection({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  const refusal = useRefusal('orders.write')
  return (
    <Section
      title={t('Team')}
      actions={
        <Button
          look="quiet"
          className="-mr-3"
          aria-label={t('Change tags and assignee')}
          refusal={refusal}
          onClick={() => setOpen(true)}
        >
          {t('Change')}
        </Button>
      }
    >
      <p className={order.assignee === null ? 'text-ink-3' : undefined}>
        {order.assignee === null
          ? t('Assigned to nobody.')
          : order.assignee.name === null
            ? t('Assigned to a colleague')
            : t('Assigned to {name}', { name: order.assignee.name })}
      </p>
      {order.tags.length > 0 && (
        <ul aria-label={t('Tags')} className="mt-1.5 flex flex-wrap gap-1">
          {order.tags.map((tag) => (
            <li key={tag} className="rounded bg-paper-3 px-2 py-0.5">
              <Link to="/orders" search={{ tags: tag }} className={linkClass}>
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isOpen && <TeamDialog order={order} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function TeamDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { data: staff = [] } = useQuery(staffOptions)
  const mayName = useMay('staff.read')
  const save = useOrderUpdate(order.id, () => {
    onClose()
    toast(t('Tags and assignee saved'))
  })
  const faults = faultsOf(save.error, ['tags', 'assignee_id'])
  const close = () => save.isPending || onClose()
  const members = staff.filter(({ user_id }) => user_id !== null)
  const isMember = order.assignee_id === null || members.some(({ user_id }) => user_id === order.assignee_id)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (save.isPending) return
    const form = new FormData(event.currentTarget)
    const assignee = form.get('assignee_id')
    save.mutate({
      tags: [...readList(String(form.get('tags')), order.tags)],
      ...(assignee !== null && { assignee_id: String(assignee) || null }),
      expected_version: order.version,
    })
  }
  return (
    <Dialog open onClose={close} title={t('Tags and assignee')} description={t('Only your team sees them.')}>
      <form aria-label={t('Tags and assignee')} onSubmit={submit} className="mt-4 grid gap-4">
        <Field label={t('Tags')} hint={t('Separate them with commas, such as urgent, gift.')} error={faults.of('tags')}>
          <Input
            name="tags"
            defaultValue={listText(order.tags)}
            autoComplete="off"
            readOnly={save.isPending}
            autoFocus
          />
        </Field>
        <Field
          label={t('Assigned to')}
          hint={mayName ? undefined : t('Your role may not see who works here. It needs staff.read.')}
          error={faults.of('assignee_id')}
        >
          <Select
            key={members.length}
            name="assignee_id"
            defaultValue={order.assignee_id ?? ''}
            disabled={!mayName || save.isPending}
          >
            <option value="">{t('Nobody')}</option>
            {!isMember && <option value={order.assignee_id ?? ''}>{order.assignee?.name ?? t('A colleague')}</option>}
            {members.map(({ user_id, name, email }) => (
              <option key={user_id} value={user_id ?? ''}>
                {name ?? email}
              </option>
            ))}
          </Select>
        </Field>
        {faults.rest != null && <Notice error={faults.rest} />}
        <Actions>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {t('Save')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
