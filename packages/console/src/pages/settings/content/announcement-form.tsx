import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { readTime, typedTime } from '#console/lib/shop-time.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Group } from '#console/ui/groups.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'

const names = ['announcement.text', 'announcement.from', 'announcement.to']

/** One line above all pages of the storefront. */
export function AnnouncementForm() {
  const { data: shop } = useQuery(shopOptions)
  const announced = shop?.announcement ?? null
  return shop ? <Fields key={JSON.stringify(announced)} saved={announced} /> : null
}

function Fields({ saved }: { saved: Schemas['MerchantSettings']['announcement'] }) {
  const client = useQueryClient()
  const refusal = useRefusal('settings.write')
  const [changed, setChanged] = useState(false)
  const save = useMutation({
    mutationFn: (announcement: Schemas['MerchantSettingsChange']['announcement']) =>
      read(api.PATCH('/admin/merchant', { body: { announcement: announcement ?? null } })),
    onSuccess: (shop) => {
      toast(shop.announcement ? t('Announcement saved') : t('Nothing is announced'))
      client.setQueryData(shopOptions.queryKey, shop)
    },
  })
  const faults = faultsOf(save.error, names)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name)).trim()
    const [from, to] = [readTime(text('from')) ?? null, readTime(text('to')) ?? null]
    save.mutate(text('text') === '' ? null : { text: text('text'), from, to })
  }
  return (
    <form aria-label={t('Announcement')} onSubmit={submit} onInput={() => setChanged(true)}>
      <Group
        title={t('Announcement')}
        about={t('One line above all pages of your storefront. Leave it empty to show none.')}
      >
        <Field label={t('What it says')} error={faults.of('announcement.text')}>
          <Input
            name="text"
            maxLength={300}
            defaultValue={saved?.text ?? ''}
            readOnly={refusal !== undefined}
            placeholder={t('We send again from 2 January.')}
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          {(['from', 'to'] as const).map((name) => (
            <Field
              key={name}
              label={name === 'from' ? t('Shown from') : t('Shown until')}
              hint={t('Optional, in the time zone of the shop.')}
              error={faults.of(`announcement.${name}`)}
            >
              <Input
                name={name}
                type="datetime-local"
                defaultValue={saved?.[name] ? typedTime(saved[name]) : ''}
                readOnly={refusal !== undefined}
              />
            </Field>
          ))}
        </div>
        {faults.rest != null && <Notice error={faults.rest} />}
        <div>
          <Button
            type="submit"
            busy={save.isPending}
            refusal={refusal ?? (changed ? undefined : t('Nothing to save yet.'))}
          >
            {t('Save announcement')}
          </Button>
        </div>
      </Group>
    </form>
  )
}
