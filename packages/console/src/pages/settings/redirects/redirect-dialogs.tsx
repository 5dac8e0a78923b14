import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Fact, Facts } from '#console/ui/page.tsx'
import { Notice } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast } from '#console/ui/toasts.tsx'

export function NewRedirect({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const create = useMutation({
    mutationFn: (body: Schemas['CreateRedirect']) => read(api.POST('/admin/redirects', { body })),
    onSuccess: ({ from }) => {
      toast(t('{address} leads on', { address: from }))
      onClose()
      return client.invalidateQueries({ queryKey: ['redirects'] })
    },
  })
  useFirstFault(form, create.error)
  const faults = faultsOf(create.error, ['from', 'to'])
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const text = (name: string) => String(values.get(name)).trim()
    create.mutate({ from: text('from'), to: text('to'), permanent: values.get('permanent') !== null })
  }
  return (
    <Dialog open onClose={onClose} title={t('New redirect')}>
      <form ref={form} aria-label={t('New redirect')} onSubmit={submit} className="mt-4 grid gap-4">
        <Field label={t('From')} hint={t('The path of the old address, such as /old-page.')} error={faults.of('from')}>
          <Input name="from" required maxLength={1_000} autoComplete="off" spellCheck={false} placeholder="/old-page" />
        </Field>
        <Field
          label={t('To')}
          hint={t('A path of your shop, or an address that begins with https://.')}
          error={faults.of('to')}
        >
          <Input name="to" required maxLength={2_000} autoComplete="off" spellCheck={false} placeholder="/products" />
        </Field>
        <Checkbox name="permanent" defaultChecked>
          {t('For good: browsers and search engines may remember it')}
        </Checkbox>
        {faults.rest != null && <Notice error={faults.rest} />}
        <Actions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Create redirect')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

interface RemoveProps {
  redirect: Schemas['Redirect']
  onClose: () => void
}

/** What it is, and its end. */
export function RemoveRedirect({ redirect: { id, from, to, permanent, created_at }, onClose }: RemoveProps) {
  const client = useQueryClient()
  const refusal = useRefusal('content.write')
  const [shown] = useState({ from, to })
  const remove = useMutation({
    mutationFn: () => read(api.DELETE('/admin/redirects/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      toast(t('{address} leads nowhere now', { address: shown.from }))
      onClose()
      return client.invalidateQueries({ queryKey: ['redirects'] })
    },
  })
  return (
    <Dialog open onClose={onClose} title={t('Redirect')}>
      <div className="mt-4">
        <Facts>
          <Fact name={t('From')}>
            <span className="wrap-anywhere">{shown.from}</span>
          </Fact>
          <Fact name={t('To')}>
            <span className="wrap-anywhere">{shown.to}</span>
          </Fact>
          <Fact name={t('For good')}>{permanent ? t('Yes') : t('No, browsers ask again')}</Fact>
          <Fact name={t('Made')}>
            <Time at={created_at} />
          </Fact>
        </Facts>
      </div>
      {remove.error != null && <Notice error={remove.error} className="mt-4" />}
      <Actions>
        <Button onClick={onClose}>{t('Close')}</Button>
        <Button look="danger" busy={remove.isPending} refusal={refusal} onClick={() => remove.mutate()}>
          {t('Delete redirect')}
        </Button>
      </Actions>
    </Dialog>
  )
}
