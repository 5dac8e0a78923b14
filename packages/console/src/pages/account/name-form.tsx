import { read } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { profileOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'

export function NameForm({ name }: { name: string | null }) {
  const [isChanged, setChanged] = useState(false)
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (body: { name: string | null }) => read(api.PATCH('/user/profile', { body })),
    onSuccess: (saved) => {
      client.setQueryData(profileOptions.queryKey, saved)
      toast(t('Name is saved'))
    },
  })
  const faults = faultsOf(save.error, ['name'])
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (save.isPending || !isChanged) return
    save.mutate({ name: String(new FormData(event.currentTarget).get('name')).trim() || null })
  }
  return (
    <form onSubmit={submit} onInput={() => setChanged(true)}>
      <div className="flex items-start gap-2">
        <Field label={t('Your name')} error={faults.of('name')} className="min-w-0 flex-1">
          <Input name="name" maxLength={200} defaultValue={name ?? ''} autoComplete="name" />
        </Field>
        {/* As far down as the label is high. */}
        <Button
          type="submit"
          busy={save.isPending}
          refusal={isChanged ? undefined : t('Nothing to save yet.')}
          className="mt-5"
        >
          {t('Save name')}
        </Button>
      </div>
      {faults.rest != null && <Notice error={faults.rest} className="mt-4" />}
    </form>
  )
}
