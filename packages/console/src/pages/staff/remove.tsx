import { read } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'
import { Confirm } from '#console/ui/confirm.tsx'
import { toast } from '#console/ui/toasts.tsx'

interface RemoveProps {
  /** Of the member, or of the invitation. */
  id: string
  title: string
  description: string
  action: string
  /** What is said when it is done. */
  done: string
  onKeep: () => void
  onClose: () => void
}

/** Takes a role or an invitation back. */
export function Remove({ id, done, onKeep, onClose, ...texts }: RemoveProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => read(api.DELETE('/admin/staff/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      toast(done)
      onClose()
      await client.invalidateQueries({ queryKey: ['staff'] })
    },
  })
  return (
    <Confirm
      open
      onClose={onKeep}
      {...texts}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    />
  )
}
