import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Bookmark, Check, ChevronDown, Pencil, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { isSameView, useViews, type View } from '#console/data/views.ts'
import { Button } from './button.tsx'
import { Actions, Dialog } from './dialog.tsx'
import { Field, Input } from './field.tsx'
import { Menu } from './menu.tsx'
import type { MenuItem } from './menu-popup.tsx'
import { toast } from './toasts.tsx'

/** The named addresses of a list: opened, saved, renamed and deleted here. Stands among the actions of its page. */
export function SavedViews() {
  const [views, save] = useViews()
  const [asked, setAsked] = useState<'new' | 'name'>()
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const search: View['search'] = useRouterState({ select: ({ location }) => location.search })
  const shown = views.find((view) => isSameView(view, { path, search }))
  const close = () => setAsked(undefined)

  function name(text: string): void {
    save([...views.filter((view) => view !== shown), { name: text, path, search }])
    toast(asked === 'new' ? `“${text}” is saved in this browser` : `The view is now “${text}”`)
    close()
  }
  function remove(): void {
    save(views.filter((view) => view !== shown))
    if (shown) toast(`The view “${shown.name}” is deleted`)
  }

  const ofThisPage = views.filter((view) => view.path === path)
  const changes: MenuItem[] = shown
    ? [
        { label: 'Rename…', icon: Pencil, onSelect: () => setAsked('name') },
        { label: 'Delete this view', icon: Trash2, onSelect: remove },
      ]
    : [{ label: 'Save this view…', icon: Plus, onSelect: () => setAsked('new') }]
  return (
    <>
      <Menu
        trigger={
          <Button>
            <Bookmark aria-hidden />
            <span className="max-w-48 truncate">{shown?.name ?? 'Views'}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
        items={[
          ...ofThisPage.map((view) => ({
            label: view.name,
            icon: view === shown ? Check : Bookmark,
            onSelect: () => navigate({ to: view.path, search: view.search as never }),
          })),
          ...(ofThisPage.length > 0 ? (['line'] as const) : []),
          ...changes,
        ]}
      />
      <Dialog
        open={asked !== undefined}
        onClose={close}
        title={asked === 'name' ? 'Rename this view' : 'Save this view'}
        description="The filters, the search and the order of this list, under a name. Kept in this browser."
      >
        <NameForm
          start={asked === 'name' ? (shown?.name ?? '') : ''}
          taken={ofThisPage.filter((view) => view !== shown).map((view) => view.name)}
          onClose={close}
          onName={name}
        />
      </Dialog>
    </>
  )
}

interface NameProps {
  start: string
  taken: readonly string[]
  onClose: () => void
  onName: (name: string) => void
}

function NameForm({ start, taken, onClose, onName }: NameProps) {
  const [fault, setFault] = useState<string>()
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (name === '') setFault('Give it a name.')
    else if (taken.includes(name)) setFault('Another view of this list has this name.')
    else onName(name)
  }
  return (
    <form onSubmit={submit} className="mt-4">
      <Field label="Name" error={fault}>
        <Input name="name" defaultValue={start} maxLength={60} autoComplete="off" placeholder="Unpaid, over £50" />
      </Field>
      <Actions>
        <Button onClick={onClose}>Not now</Button>
        <Button type="submit" look="primary">
          Save
        </Button>
      </Actions>
    </form>
  )
}
