import { type FormEvent, useRef, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { useHasDraft, useSavedDraft } from '#console/lib/saved-drafts.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { DraftOffer } from '#console/ui/draft-offer.tsx'
import { Field, TextArea } from '#console/ui/field.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { Section } from '#console/ui/page.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { useOrderUpdate } from './order-data.ts'

/** What staff wrote for staff. */
export function OrderNote({ order }: { order: Order }) {
  const draftName = `note:${order.id}`
  const [isEdited, setEdited] = useState(useHasDraft(draftName))
  const form = useRef<HTMLFormElement>(null)
  const draft = useSavedDraft(form, draftName)
  const [changed, setChanged] = useState(false)
  const refusal = useRefusal('orders.write')
  const save = useOrderUpdate(order.id, () => {
    draft.forget()
    setEdited(false)
    setChanged(false)
    toast(t('Note is saved'))
  })
  const faults = faultsOf(save.error, ['note'])
  function close(): void {
    if (save.isPending) return
    save.reset()
    draft.forget()
    setEdited(false)
    setChanged(false)
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (save.isPending) return
    save.mutate({ note: String(new FormData(event.currentTarget).get('note')).trim() || null })
  }
  if (isEdited) {
    return (
      <Section title={t('Note')}>
        <form
          ref={form}
          onSubmit={submit}
          onInput={() => {
            draft.keep()
            setChanged(true)
          }}
          className="grid gap-3"
        >
          <LeaveGuard when={changed && !save.isPending} isSaved />
          <DraftOffer draft={draft.offered} onRestore={draft.restore} onForget={draft.forget} />
          <Field label={t('Internal note')} hint={t('Customers never see it.')} error={faults.of('note')}>
            <TextArea
              name="note"
              maxLength={2000}
              defaultValue={order.note ?? ''}
              // What is typed meanwhile would be lost: the form goes when it is saved.
              readOnly={save.isPending}
              autoFocus
            />
          </Field>
          {faults.rest != null && <Notice error={faults.rest} className="mt-4" />}
          <Actions>
            <Button onClick={close}>{t('Cancel')}</Button>
            <Button type="submit" look="primary" busy={save.isPending}>
              {t('Save note')}
            </Button>
          </Actions>
        </form>
      </Section>
    )
  }
  return (
    <Section
      title={t('Note')}
      actions={
        <Button look="quiet" className="-mr-3" refusal={refusal} onClick={() => setEdited(true)}>
          {order.note ? t('Edit note') : t('Add a note')}
        </Button>
      }
    >
      {order.note ? (
        <p className="whitespace-pre-wrap wrap-anywhere">{order.note}</p>
      ) : (
        <p className="text-ink-3">{t('For your team alone.')}</p>
      )}
    </Section>
  )
}
