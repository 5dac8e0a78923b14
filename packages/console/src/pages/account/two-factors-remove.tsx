import { read } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { profileOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'

interface Proof {
  current_password: string
  code: string
}

const fields = ['current_password', 'code'] as const

export function RemoveForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: (body: Proof) => read(api.DELETE('/user/two-factor', { body })),
    onSuccess: () => {
      client.setQueryData(profileOptions.queryKey, (profile) => profile && { ...profile, has_two_factor: false })
      toast(t('Two factors are off'))
      onClose()
    },
  })
  const faults = faultsOf(remove.error, fields)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (remove.isPending) return
    const form = new FormData(event.currentTarget)
    const value = (name: keyof Proof) => String(form.get(name))
    remove.mutate({ current_password: value('current_password'), code: value('code').trim() })
  }
  return (
    <form onSubmit={submit} className="mt-4">
      <p className="mb-4 text-ink-2">{t('Your password alone signs in then, and your recovery codes are void.')}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('Current password')} error={faults.of('current_password')}>
          <Input
            name="current_password"
            type="password"
            required
            maxLength={128}
            autoComplete="current-password"
            autoFocus
          />
        </Field>
        <Field label={t('Code')} hint={t('Of your app, or a recovery code.')} error={faults.of('code')}>
          <Input name="code" required maxLength={40} autoComplete="one-time-code" className="tabular-nums" />
        </Field>
      </div>
      {faults.rest != null && <Notice error={faults.rest} className="mt-4" />}
      <Actions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" look="danger" busy={remove.isPending}>
          {t('Switch off')}
        </Button>
      </Actions>
    </form>
  )
}
