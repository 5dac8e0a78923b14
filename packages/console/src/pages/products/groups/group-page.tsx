import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { money } from '#console/lib/format.ts'
import { useForgetDraft, useForgetSaved } from '#console/lib/saved-drafts.ts'
import { t } from '#console/lib/text.ts'
import { useDraft } from '#console/lib/use-draft.ts'
import { Button } from '#console/ui/button.tsx'
import { Page } from '#console/ui/page.tsx'
import { PendingPage } from '#console/ui/pending-page.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { ProductState } from '../product-status.tsx'
import type { Group } from './group-body.ts'
import { groupOptions } from './group-data.ts'
import { isOtherVersion } from './group-faults.ts'
import { GroupForm } from './group-form.tsx'
import type { TypedGroup } from './save-group.ts'

const DeleteGroup = lazy(() => import('./delete-group.tsx').then((module) => ({ default: module.DeleteGroup })))

export function GroupPage() {
  const { groupId } = useParams({ from: '/shell/products/groups/$groupId' })
  const { data: group, error, refetch } = useQuery(groupOptions(groupId))
  const back = { label: t('Back to the products'), to: '/products' } as const
  if (group === undefined) return <PendingPage title={t('Product')} back={back} error={error} retry={refetch} />
  return (
    <Page
      title={group.name}
      back={back}
      aside={
        <>
          <ProductState status={group.status} />
          <span className="text-ink-3">{aboutGroup(group)}</span>
        </>
      }
      actions={<Remove group={group} />}
    >
      <Edit key={group.id} group={group} />
    </Page>
  )
}

/** `20 variants · £39.00 to £45.00` */
function aboutGroup({ variant_count, price_range }: Group): string {
  const variants = t('{variant_count, plural, one {# variant} other {# variants}}', { variant_count })
  if (price_range === null) return variants
  const { min, max, currency } = price_range
  const prices =
    min === max
      ? money(min, currency)
      : t('{least} to {most}', { least: money(min, currency), most: money(max, currency) })
  return `${variants} · ${prices}`
}

function Edit({ group }: { group: Group }) {
  const client = useQueryClient()
  const { data: shop } = useQuery(shopOptions)
  const draft = useDraft(group, group.version)
  const draftName = `group:${group.id}`
  const forgetDraft = useForgetDraft(draftName)
  useForgetSaved(draft.changed, forgetDraft)
  const last = useRef<TypedGroup>(undefined)
  const show = (shown: Group) => client.setQueryData(groupOptions(group.id).queryKey, shown)
  const save = useMutation({
    mutationFn: async ({ typed, version }: { typed: TypedGroup; version: number }) => {
      last.current = typed
      const { saveGroup } = await import('./save-group.ts')
      return saveGroup(draft.before, version, typed)
    },
    onMutate: draft.onSend,
    onError: async (error) => {
      draft.onRefused()
      if (isOtherVersion(error)) await client.invalidateQueries({ queryKey: groupOptions(group.id).queryKey })
    },
    onSuccess: async (saved) => {
      show(saved)
      draft.onSaved(saved)
      toast(t('{saved} is saved', { saved: saved.name }), saved.removed)
      const shownBy = [['products'], ['product'], ['inventory'], ['dashboard']]
      await Promise.all(shownBy.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
  return (
    <GroupForm
      key={draft.key}
      draft={draftName}
      group={draft.before}
      currency={draft.before.price_range?.currency ?? shop?.currency ?? ''}
      error={save.error}
      busy={save.isPending}
      refusal={useRefusal('products.write')}
      action={t('Save')}
      changed={draft.changed}
      unsent={draft.unsent}
      onChange={draft.onChange}
      onSubmit={(typed) => save.mutate({ typed, version: draft.before.version })}
      conflict={
        <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded bg-warn-2 px-3 py-2">
          <p className="min-w-56 flex-1">
            {t('Somebody else has changed this product since you opened it. What you typed is still here.')}
          </p>
          <Button
            onClick={() => {
              forgetDraft()
              save.reset()
              draft.onChange(false)
            }}
          >
            {t('Show theirs')}
          </Button>
          <Button
            look="danger"
            onClick={() => last.current && save.mutate({ typed: last.current, version: group.version })}
          >
            {t('Replace it with mine')}
          </Button>
        </div>
      }
    />
  )
}

function Remove({ group }: { group: Group }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="danger" refusal={useRefusal('products.write')} onClick={() => setOpen(true)}>
        {t('Delete')}
      </Button>
      <Suspense>{isOpen && <DeleteGroup group={group} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
