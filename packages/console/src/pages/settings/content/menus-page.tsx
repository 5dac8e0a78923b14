import { read } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Suspense, useEffect, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { Group, SaveBar } from '#console/ui/groups.tsx'
import { LeaveGuard, LeaveQuestion } from '#console/ui/leave-guard.tsx'
import { Failure, Notice, Skeleton } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { menuListOptions, menuOptions } from './content-data.ts'
import { MenuRowFields } from './menu-row-fields.tsx'
import { blankRow, type MenuRow, readRows, treeOf } from './menu-rows.ts'

const names: Record<string, string> = { main: t('Main menu'), footer: t('At the bottom of each page') }

/** Trees of links of the storefront. */
export function MenusPage() {
  const { data, error, refetch } = useQuery(menuListOptions)
  const [chosen, setChosen] = useState('main')
  const [isChanged, setChanged] = useState(false)
  /** Another menu, until it is said what becomes of the changes of this one. */
  const [next, setNext] = useState<string>()
  const choose = (handle: string) => (isChanged && handle !== chosen ? setNext(handle) : setChosen(handle))
  function leave(): void {
    setChosen(next ?? chosen)
    setNext(undefined)
    setChanged(false)
  }
  const known = data?.menus.map(({ handle }) => handle) ?? []
  const handles = known.includes(chosen) ? known : [...known, chosen]
  return (
    <SettingsPage tab={t('Menus')}>
      {data ? (
        <>
          <Group
            title={t('Menu')}
            about={t('Customers do not see items that lead to something deleted or unpublished.')}
          >
            <Field label={t('Menu')}>
              <Select value={chosen} onChange={({ target }) => choose(target.value)}>
                {handles.map((handle) => (
                  <option key={handle} value={handle}>
                    {names[handle] ?? handle}
                  </option>
                ))}
              </Select>
            </Field>
            <NewMenu onMake={choose} />
          </Group>
          <MenuOf key={chosen} handle={chosen} isNew={!known.includes(chosen)} onChanged={setChanged} />
          <Suspense>
            {next !== undefined && <LeaveQuestion open what="page" onStay={() => setNext(undefined)} onLeave={leave} />}
          </Suspense>
        </>
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Skeleton className="m-4 h-96 max-w-3xl lg:m-8" />
      )}
    </SettingsPage>
  )
}

function NewMenu({ onMake }: { onMake: (handle: string) => void }) {
  const refusal = useRefusal('content.write')
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    onMake(String(new FormData(event.currentTarget).get('handle')))
    event.currentTarget.reset()
  }
  return (
    <form aria-label={t('New menu')} onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <Field label={t('A menu of your own')} className="grow">
        <Input
          name="handle"
          required
          maxLength={50}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title={t('Lower-case words with hyphens between')}
          placeholder="side-menu"
          autoComplete="off"
          autoCapitalize="none"
        />
      </Field>
      <Button type="submit" refusal={refusal}>
        {t('Create menu')}
      </Button>
    </form>
  )
}

interface MenuProps {
  handle: string
  onChanged: (isChanged: boolean) => void
}

function MenuOf({ isNew, ...menu }: MenuProps & { isNew: boolean }) {
  const { data, error, refetch } = useQuery({ ...menuOptions(menu.handle), enabled: !isNew })
  if (isNew) return <MenuForm saved={[]} version={0} {...menu} />
  if (data) return <MenuForm key={data.version} saved={readRows(data.items)} version={data.version} {...menu} />
  return error ? <Failure error={error} retry={refetch} /> : <Skeleton className="m-4 h-96 max-w-3xl lg:m-8" />
}

function MenuForm({ handle, saved, version, onChanged }: MenuProps & { saved: readonly MenuRow[]; version: number }) {
  const client = useQueryClient()
  const refusal = useRefusal('content.write')
  const [rows, setRows] = useState<readonly MenuRow[]>(saved)
  const isChanged = JSON.stringify(rows) !== JSON.stringify(saved)
  useEffect(() => onChanged(isChanged), [isChanged, onChanged])
  const save = useMutation({
    mutationFn: () =>
      read(
        api.PUT('/admin/menus/{handle}', {
          params: { path: { handle } },
          body: { items: treeOf(rows), expected_version: version },
        }),
      ),
    onSuccess: async (menu) => {
      toast(t('Menu saved'))
      client.setQueryData(menuOptions(handle).queryKey, menu)
      await client.invalidateQueries({ queryKey: menuListOptions.queryKey, exact: true })
    },
  })
  const change = (at: number, row: Partial<MenuRow>) =>
    setRows(rows.map((one, index) => (index === at ? { ...one, ...row } : one)))
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <form aria-label={t('Items of the menu')} onSubmit={submit}>
      <LeaveGuard when={isChanged && !save.isPending} />
      <Group title={t('Items')} about={t('Up to three levels, indented under each other.')}>
        {rows.length === 0 && <p className="text-ink-2">{t('No items yet.')}</p>}
        <ul className="grid gap-3">
          {rows.map((row, at) => (
            <MenuRowFields
              key={row.key}
              row={row}
              at={at}
              rows={rows}
              refusal={refusal}
              onChange={(changed) => change(at, changed)}
              onRows={setRows}
            />
          ))}
        </ul>
        <div>
          <Button refusal={refusal} onClick={() => setRows([...rows, blankRow()])}>
            {t('Add item')}
          </Button>
        </div>
        {save.error != null && <Notice error={save.error} />}
      </Group>
      <SaveBar narrow>
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          refusal={refusal ?? (isChanged ? undefined : t('Nothing to save yet.'))}
        >
          {t('Save menu')}
        </Button>
      </SaveBar>
    </form>
  )
}
