import { read, type Schemas } from '@commerce-platform/client'
import { contrast } from '@commerce-platform/client/contrast'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { Group, SaveBar } from '#console/ui/groups.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { Failure, Notice, Skeleton } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { LookPreview } from './look-preview.tsx'
import { SettingsPage } from './settings-page.tsx'

type Look = Schemas['Look']

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** What the storefront looks like. */
export function LookPage() {
  const { data: shop, error, refetch } = useQuery(shopOptions)
  return (
    <SettingsPage tab={t('Look')}>
      {shop ? (
        <LookForm saved={shop.look} name={shop.name} />
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Skeleton className="m-4 h-96 max-w-3xl lg:m-8" />
      )}
    </SettingsPage>
  )
}

function LookForm({ saved, name }: { saved: Look; name: string }) {
  const client = useQueryClient()
  const refusal = useRefusal('settings.write')
  const isRead = refusal !== undefined
  const [typed, setTyped] = useState<Partial<Look>>({})
  const look = { ...saved, ...typed }
  const accent = look.accent?.trim() || null
  const save = useMutation({
    mutationFn: () => read(api.PATCH('/admin/merchant', { body: { look: { ...look, accent } } })),
    onSuccess: (shop) => {
      client.setQueryData(shopOptions.queryKey, shop)
      setTyped({})
      toast(t('The look is saved'))
    },
  })
  const faults = faultsOf(save.error, ['look.accent', 'look.font', 'look.corner'])
  const isChanged = Object.keys(typed).length > 0
  const fault = faultOf(accent)
  function type(change: Partial<Look>): void {
    setTyped({ ...typed, ...change })
    if (save.error) save.reset()
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!save.isPending && isChanged && fault === undefined) save.mutate()
  }
  return (
    <form aria-label={t('Look')} onSubmit={submit}>
      <LeaveGuard when={isChanged && !save.isPending} />
      <Group title={t('Look')} about={t('How your storefront looks, in light and dark mode.')}>
        <Field
          label={t('Colour of buttons and links')}
          hint={t('For example #1f4a3d. Leave empty for the default colour.')}
          error={fault ?? faults.of('look.accent')}
        >
          <Input
            maxLength={7}
            value={look.accent ?? ''}
            onChange={({ target }) => type({ accent: target.value })}
            readOnly={isRead}
            autoComplete="off"
            placeholder="#1f4a3d"
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('Font')} error={faults.of('look.font')}>
            <Select
              value={look.font}
              onChange={({ target }) => type({ font: target.value as Look['font'] })}
              disabled={isRead}
            >
              <option value="serif">{t('Headings with serifs')}</option>
              <option value="inter">{'Inter'}</option>
              <option value="system">{t('Visitor’s device font')}</option>
            </Select>
          </Field>
          <Field label={t('Corners')} error={faults.of('look.corner')}>
            <Select
              value={look.corner}
              onChange={({ target }) => type({ corner: target.value as Look['corner'] })}
              disabled={isRead}
            >
              <option value="round">{t('Round')}</option>
              <option value="soft">{t('Soft')}</option>
              <option value="square">{t('Square')}</option>
            </Select>
          </Field>
        </div>
        <LookPreview look={{ ...look, accent: accent !== null && isColor(accent) ? accent : null }} name={name} />
      </Group>
      <SaveBar narrow>
        {faults.rest != null && <Notice error={faults.rest} className="min-w-0 flex-1" />}
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          refusal={refusal ?? (isChanged ? fault : t('Nothing to save yet.'))}
        >
          {t('Save')}
        </Button>
      </SaveBar>
    </form>
  )
}

/** What to do about a colour; the service says the same. */
function faultOf(accent: string | null): string | undefined {
  if (accent === null) return undefined
  if (!isColor(accent)) return t('Write # and six digits or letters from a to f, for example #1f4a3d.')
  if (contrast(accent, '#ffffff') >= 4.5) return undefined
  return t('White text is hard to read on this colour. Choose a darker one.')
}
