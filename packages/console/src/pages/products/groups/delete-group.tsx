import { read } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'
import { plural } from '#console/lib/format.ts'
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
      const archivedText = archived > 0 ? `; ${plural(archived, 'variant')} that were ordered are archived` : ''
      toast(`${name} is deleted with ${plural(deleted + archived, 'variant')}${archivedText}`)
      back.go({ ignoreBlocker: true })
      client.removeQueries({ queryKey: ['product-group', id] })
      await client.invalidateQueries({ queryKey: ['products'] })
    },
  })
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Delete ${name}?`}
      description={`Customers no longer find it or its ${plural(group.variants.length, 'variant')}. Variants that were ordered, or are in a cart, are archived instead.`}
      action="Delete"
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    />
  )
}
