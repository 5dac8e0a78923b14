import { read } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { changedFields } from '#console/lib/changed-fields.ts'
import { t } from '#console/lib/text.ts'
import { useDraft } from '#console/lib/use-draft.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { Page } from '#console/ui/page.tsx'
import { PendingPage } from '#console/ui/pending-page.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { pageOptions, type ShopPage } from './content-data.ts'
import { type PageFields, PageForm } from './page-form.tsx'

const back = { label: t('Back to the pages'), to: '/settings/pages' } as const

/** One page of the shop, or a new one. */
export function PagePage() {
  const { pageId } = useParams({ from: '/shell/settings/pages/$pageId' })
  return pageId === 'new' ? <NewPage /> : <OwnPage id={pageId} />
}

/** What was written of a page is read anew where it is shown. */
function useWritten() {
  const client = useQueryClient()
  return async (page: ShopPage) => {
    client.setQueryData(pageOptions(page.id).queryKey, page)
    await client.invalidateQueries({ queryKey: ['pages'] })
    await client.invalidateQueries({ queryKey: ['first-steps'] })
  }
}

function NewPage() {
  const navigate = useNavigate()
  const written = useWritten()
  const refusal = useRefusal('content.write')
  const [changed, setChanged] = useState(false)
  const create = useMutation({
    mutationFn: (body: PageFields) => read(api.POST('/admin/pages', { body })),
    onSuccess: async (page) => {
      toast(t('{name} is created', { name: page.title }), page.removed)
      await written(page)
      await navigate({
        to: '/settings/pages/$pageId',
        params: { pageId: page.id },
        replace: true,
        ignoreBlocker: true,
      })
    },
  })
  return (
    <Page title={t('New page')} back={back}>
      <div className="px-4 py-6 lg:px-8">
        <PageForm
          error={create.error}
          busy={create.isPending}
          refusal={refusal}
          changed={changed}
          unsent={changed}
          onChange={setChanged}
          onSubmit={create.mutate}
        />
      </div>
    </Page>
  )
}

function OwnPage({ id }: { id: string }) {
  const { data: page, error, refetch } = useQuery(pageOptions(id))
  if (page === undefined) return <PendingPage title={t('Page')} back={back} error={error} retry={refetch} />
  return (
    <Page title={page.title} back={back} actions={<DeletePage page={page} />}>
      <div className="px-4 py-6 lg:px-8">
        <Edit page={page} />
      </div>
    </Page>
  )
}

function Edit({ page }: { page: ShopPage }) {
  const written = useWritten()
  const refusal = useRefusal('content.write')
  const draft = useDraft(page, page.version)
  const save = useMutation({
    mutationFn: async (body: PageFields) => {
      const { before } = draft
      const change = changedFields(before, body)
      if (Object.keys(change).length === 0) return before
      const params = { path: { id: page.id } }
      return read(api.PATCH('/admin/pages/{id}', { params, body: { ...change, expected_version: before.version } }))
    },
    onMutate: () => draft.onSend(),
    onError: () => draft.onRefused(),
    onSuccess: async (saved) => {
      draft.onSaved(saved)
      await written(saved)
      toast(t('Page saved'), saved.removed)
    },
  })
  return (
    <PageForm
      key={draft.key}
      page={draft.before}
      error={save.error}
      busy={save.isPending}
      refusal={refusal}
      changed={draft.changed}
      unsent={draft.unsent}
      onChange={draft.onChange}
      onSubmit={save.mutate}
    />
  )
}

function DeletePage({ page: { id, title } }: { page: ShopPage }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => read(api.DELETE('/admin/pages/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      toast(t('{name} is deleted', { name: title }))
      await navigate({ to: '/settings/pages', ignoreBlocker: true })
      client.removeQueries({ queryKey: ['page', id] })
      await client.invalidateQueries({ queryKey: ['pages'] })
    },
  })
  return (
    <>
      <Button look="danger" refusal={useRefusal('content.write')} onClick={() => setOpen(true)}>
        {t('Delete')}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={t('Delete {name}?', { name: title })}
        description={t('Menus and the home page leave it out.')}
        action={t('Delete')}
        danger
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
