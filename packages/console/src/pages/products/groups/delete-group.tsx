import { read } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { useWayBack } from '#console/lib/way-back.ts'
import { Confirm } from '#console/ui/confirm.tsx'
import { toast } from '#console/ui/toasts.tsx'
import type { Group } from './group-body.ts'

/** Asks before a product is deleted with its variants. */
export function DeleteGroup({ group, onClose }: { group: Group; onClose: () => void }) {
  const client = useQueryClient()
  const back = useWayBack({ to: '/products' })
  const { id, name } = group
  const remove = useMutation({
    mutationFn: () => read(api.DELETE('/admin/product-groups/{id}', { params: { path: { id } } })),
    onSuccess: async ({ deleted, archived }) => {
      const archivedText =
        archived > 0
          ? t('; {archived, plural, one {# variant} other {# variants}} that were ordered are archived', { archived })
          : ''
      toast(
        t('{name} is deleted with {deleted, plural, one {# variant} other {# variants}}{archived}', {
          name,
          deleted: deleted + archived,
          archived: archivedText,
        }),
      )
      back.go({ ignoreBlocker: true })
      client.removeQueries({ queryKey: ['product-group', id] })
      await client.invalidateQueries({ queryKey: ['products'] })
    },
  })
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('Delete {name}?', { name })}
      description={t(
        'Customers no longer find it or its {variants, plural, one {# variant} other {# variants}}. ' +
          'Variants that were ordered, or are in a cart, are archived instead.',
        { variants: group.variants.length },
      )}
      action={t('Delete')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    />
  )
}
