import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Permission } from '#console/data/granted.ts'
import { useRefusal } from '#console/data/permissions.ts'
import { t } from '#console/lib/text.ts'
import { useWayBack } from '#console/lib/way-back.ts'
import { Button } from './button.tsx'
import { Confirm } from './confirm.tsx'
import { toast } from './toasts.tsx'

interface DeleteButtonProps<Answer> {
  kind: 'collection' | 'product' | 'promotion'
  subject: { id: string; name: string }
  description: string
  permission: Permission
  remove: (id: string) => Promise<Answer>
  said?: (answer: Answer) => string
}

/** Of the page of one thing: deletes it once that is confirmed, and leads back to the list. */
export function DeleteButton<Answer>(props: DeleteButtonProps<Answer>) {
  const {
    kind,
    subject,
    description,
    permission,
    remove,
    said = () => t('{subject} is deleted', { subject: subject.name }),
  } = props
  const { id, name } = subject
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const back = useWayBack({ to: `/${kind}s` })
  const deletion = useMutation({
    mutationFn: () => remove(id),
    onSuccess: async (answer) => {
      toast(said(answer))
      back.go({ ignoreBlocker: true })
      client.removeQueries({ queryKey: [kind, id] })
      await client.invalidateQueries({ queryKey: [`${kind}s`] })
    },
  })
  return (
    <>
      <Button look="danger" refusal={useRefusal(permission)} onClick={() => setOpen(true)}>
        {t('Delete')}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={t('Delete {name}?', { name })}
        description={description}
        action={t('Delete')}
        danger
        busy={deletion.isPending}
        error={deletion.error}
        onConfirm={() => deletion.mutate()}
      />
    </>
  )
}
