import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Field, Input, TextArea } from '#console/ui/field.tsx'
import { Group } from '#console/ui/groups.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'

type Look = Pick<Schemas['MailSettings'], 'color' | 'logo' | 'footer'>

/** What all mails of the shop look like. */
export function MailLook() {
  const { data } = useQuery(shopOptions)
  return data ? <LookForm saved={data.mail} hasLogo={data.logo !== null} /> : null
}

function LookForm({ saved, hasLogo }: { saved: Look; hasLogo: boolean }) {
  const refusal = useRefusal('settings.write')
  const isRead = refusal !== undefined
  const client = useQueryClient()
  const [typed, setTyped] = useState<Partial<Look>>({})
  const look = { color: saved.color ?? '', footer: saved.footer ?? '', logo: saved.logo, ...typed }
  const save = useMutation({
    mutationFn: () =>
      read(
        api.PATCH('/admin/merchant', {
          body: {
            mail: { color: look.color?.trim() || null, footer: look.footer?.trim() || null, logo: look.logo },
          },
        }),
      ),
    onSuccess: (answer) => {
      client.setQueryData(shopOptions.queryKey, answer)
      setTyped({})
      toast(t('The look of the mails is saved'))
    },
  })
  const faults = faultsOf(save.error, ['mail.color', 'mail.footer'])
  const isChanged = Object.keys(typed).length > 0
  function type(change: Partial<Look>): void {
    setTyped({ ...typed, ...change })
    if (save.error) save.reset()
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <form aria-label={t('Look')} onSubmit={submit}>
      <LeaveGuard when={isChanged && !save.isPending} />
      <Group title={t('Look')} about={t('Of all mails to customers.')}>
        <Field
          label={t('Colour of buttons')}
          hint={t(
            'Such as #1f6f5c. Leave empty for ours. The text on it is white or black, whichever is ' +
              'easier to read.',
          )}
          error={faults.of('mail.color')}
        >
          <Input
            maxLength={7}
            value={look.color ?? ''}
            onChange={({ target }) => type({ color: target.value })}
            readOnly={isRead}
            autoComplete="off"
            placeholder="#1f6f5c"
          />
        </Field>
        <Checkbox
          checked={look.logo}
          onChange={({ target }) => type({ logo: target.checked })}
          disabled={isRead || !hasLogo}
        >
          {hasLogo ? t('Show the logo instead of the name') : t('Show the logo (add one in Settings → Shop first)')}
        </Checkbox>
        <Field label={t('Footer')} hint={t('Plain text, such as your address.')} error={faults.of('mail.footer')}>
          <TextArea
            rows={3}
            maxLength={1_000}
            value={look.footer ?? ''}
            onChange={({ target }) => type({ footer: target.value })}
            readOnly={isRead}
          />
        </Field>
        {faults.rest != null && <Notice error={faults.rest} />}
        <div>
          <Button
            type="submit"
            busy={save.isPending}
            refusal={refusal ?? (isChanged ? undefined : t('Nothing is changed yet.'))}
          >
            {t('Save the look')}
          </Button>
        </div>
      </Group>
    </form>
  )
}
