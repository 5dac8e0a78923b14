import { read, type Schemas } from '@commerce-platform/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { listOptions } from '#console/data/queries.ts'
import { api, files } from '#console/data/session.ts'
import { saveFile } from '#console/lib/save-file.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { SearchField } from '#console/ui/search-field.tsx'
import { Empty } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { SettingsPage } from '../settings-page.tsx'

const dialogs = () => import('./redirect-dialogs.tsx')
const NewRedirect = lazy(() => dialogs().then((module) => ({ default: module.NewRedirect })))
const RemoveRedirect = lazy(() => dialogs().then((module) => ({ default: module.RemoveRedirect })))
const ImportRedirects = lazy(() =>
  import('./import-redirects.tsx').then((module) => ({ default: module.ImportRedirects })),
)

type Redirect = Schemas['Redirect']

const redirectsOptions = (from: string | undefined) =>
  listOptions(['redirects', from], (page, signal) =>
    read(api.GET('/admin/redirects', { params: { query: { ...page, ...(from && { from }) } }, signal })),
  )

const columns: Column<Redirect>[] = [
  { name: t('From'), cell: ({ from }) => from, className: 'min-w-40 sm:w-1/2 sm:max-w-0' },
  { name: t('To'), cell: ({ to }) => to, from: 'sm', className: 'min-w-40 text-ink-2 sm:w-1/2 sm:max-w-0' },
  { name: t('Lasts'), cell: lastsOf, from: 'md', className: 'min-w-28 text-ink-2' },
]

function lastsOf({ permanent }: Redirect): string {
  return permanent ? t('For good') : t('For now')
}

/** Where addresses of the storefront that are gone lead to. */
export function RedirectsPage() {
  const { open, from } = useSearch({ from: '/shell/settings/redirects' })
  const navigate = useNavigate({ from: '/settings/redirects' })
  const query = useInfiniteQuery(redirectsOptions(from))
  const refusal = useRefusal('content.write')
  const redirects = query.data?.pages.flatMap((page) => page.items) ?? []
  const redirect = redirects.find(({ id }) => id === open)
  const total = query.data?.pages.at(-1)?.pagination
  const show = (search: { open: string }) => navigate({ search: { ...search, from }, resetScroll: false })
  const close = () => navigate({ search: { from }, replace: true, resetScroll: false })
  const find = useCallback(
    (text: string) => navigate({ search: { from: text || undefined }, replace: true, resetScroll: false }),
    [navigate],
  )
  const create = (
    <Button look="primary" refusal={refusal} onClick={() => show({ open: 'new' })}>
      <Plus aria-hidden />
      {t('New redirect')}
    </Button>
  )
  const importing = (
    <Button refusal={refusal} onClick={() => show({ open: 'import' })}>
      <Upload aria-hidden />
      {t('Import')}
    </Button>
  )
  return (
    <SettingsPage
      tab={t('Redirects')}
      aside={
        total && (
          <span className="text-ink-3">{t('{total, plural, one {# redirect} other {# redirects}}', { total })}</span>
        )
      }
      actions={
        <>
          <Export />
          {importing}
          {create}
        </>
      }
    >
      <div className="px-4 py-2.5 lg:px-8">
        <SearchField label={t('Begins with')} value={from ?? ''} onChange={find} />
      </div>
      <ListTable
        label={t('Redirects')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/settings/redirects', search: { open: id, from }, resetScroll: false })}
        phoneLine={({ to }) => to}
        empty={
          from ? (
            <Empty title={t('No redirect begins so')} />
          ) : (
            <Empty title={t('No redirects yet')} action={create}>
              {t(
                'An old address of your shop can lead to a new one: those that you link to elsewhere, or ' +
                  'had before you moved here. Import the file of redirects that Shopify exports.',
              )}
            </Empty>
          )
        }
      />
      <Suspense>
        {open === 'new' && <NewRedirect onClose={close} />}
        {open === 'import' && <ImportRedirects onClose={close} />}
        {redirect && <RemoveRedirect key={redirect.id} redirect={redirect} onClose={close} />}
      </Suspense>
    </SettingsPage>
  )
}

function Export() {
  const [busy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    try {
      const { data } = await files.GET('/admin/redirects/export', { parseAs: 'blob' })
      if (data) saveFile('redirects.csv', data as unknown as Blob)
      else toast(t('The file could not be read. Try again.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} refusal={useRefusal('content.read')} onClick={() => void save()}>
      <Download aria-hidden />
      {t('Export')}
    </Button>
  )
}
