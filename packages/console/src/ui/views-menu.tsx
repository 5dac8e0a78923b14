import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Bookmark, Check, ChevronDown, Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { isSameView, useViews, type View } from '#console/data/views.ts'
import { t } from '#console/lib/text.ts'
import { Button } from './button.tsx'
import { Menu } from './menu.tsx'
import type { MenuItem } from './menu-popup.tsx'
import { toast } from './toasts.tsx'

const ViewDialog = lazy(() => import('./view-dialog.tsx').then((module) => ({ default: module.ViewDialog })))

/** Opens, saves, renames and deletes the named addresses of a list. */
export function ViewsMenu() {
  const [views, save] = useViews()
  const [dialog, setDialog] = useState<'new' | 'name'>()
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const search: View['search'] = useRouterState({ select: ({ location }) => location.search })
  const shown = views.find((view) => isSameView(view, { path, search }))
  const close = () => setDialog(undefined)

  function name(text: string): void {
    save([...views.filter((view) => view !== shown), { name: text, path, search }])
    toast(dialog === 'new' ? t('“{text}” is saved in this browser', { text }) : t('The view is now “{text}”', { text }))
    close()
  }
  function remove(): void {
    save(views.filter((view) => view !== shown))
    if (shown) toast(t('The view “{shown}” is deleted', { shown: shown.name }))
  }

  const ofThisPage = views.filter((view) => view.path === path)
  const changes: MenuItem[] = shown
    ? [
        { label: t('Rename…'), icon: Pencil, onSelect: () => setDialog('name') },
        { label: t('Delete this view'), icon: Trash2, onSelect: remove },
      ]
    : [{ label: t('Save this view…'), icon: Plus, onSelect: () => setDialog('new') }]
  return (
    <>
      <Menu
        trigger={
          <Button>
            <Bookmark aria-hidden />
            <span className="max-w-48 truncate">{shown?.name ?? t('Views')}</span>
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
      <Suspense>
        {dialog !== undefined && (
          <ViewDialog
            title={dialog === 'name' ? t('Rename this view') : t('Save this view')}
            start={dialog === 'name' ? (shown?.name ?? '') : ''}
            usedNames={ofThisPage.filter((view) => view !== shown).map((view) => view.name)}
            onClose={close}
            onName={name}
          />
        )}
      </Suspense>
    </>
  )
}
