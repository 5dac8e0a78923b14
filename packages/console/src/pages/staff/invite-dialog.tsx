import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { roleName, roleWithin } from '#console/data/role-names.ts'
import { api } from '#console/data/session.ts'
import type { StaffMember } from '#console/data/staff.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Fact, Facts } from '#console/ui/page.tsx'
import { Notice } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { Remove } from './remove.tsx'
import { type RoleChoice, RoleField } from './roles.tsx'

/** Mails an invitation; the next one to the same address replaces it. */
export function useInvite(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['NewStaffMember']) => read(api.POST('/admin/staff', { body })),
    onSuccess: async ({ email }) => {
      toast(t('We sent an invitation to {email}', { email }))
      onDone()
      await client.invalidateQueries({ queryKey: ['staff'] })
    },
  })
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<RoleChoice>({ id: 'viewer', name: 'viewer' })
  const form = useRef<HTMLFormElement>(null)
  const refusal = useRefusal('staff.write')
  const invite = useInvite(onClose)
  useFirstFault(form, invite.error)
  const faults = faultsOf(invite.error, ['email', 'role'], 'email')
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (invite.isPending || refusal !== undefined) return
    invite.mutate({ email: String(new FormData(event.currentTarget).get('email')).trim(), role: role.id })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Invite to the staff')}
      description={t('We send an invitation that is valid for 7 days.')}
    >
      <form ref={form} aria-label={t('Invitation')} onSubmit={submit} className="mt-4 grid gap-4">
        <Field label={t('E-mail')} error={faults.of('email')}>
          <Input name="email" type="email" required maxLength={254} autoComplete="off" />
        </Field>
        <RoleField value={role} onChange={setRole} />
        {faults.rest != null && <Notice error={faults.rest} />}
        <Actions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={invite.isPending} refusal={refusal}>
            {t('Invite as {role}', { role: roleWithin(role.name) })}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

interface InvitationProps {
  invitation: StaffMember
  onClose: () => void
}

/** One that is not accepted yet: mailed again, or taken back. */
export function InvitationDialog({ invitation, onClose }: InvitationProps) {
  const [isRemoving, setRemoving] = useState(false)
  const refusal = useRefusal('staff.write')
  const again = useInvite(onClose)
  const { email, role, role_id, created_at, expires_at } = invitation
  if (isRemoving) {
    return (
      <Remove
        id={invitation.id}
        title={t('Withdraw the invitation?')}
        description={t('The link that was mailed to {email} no longer works.', { email })}
        action={t('Take back')}
        done={t('The invitation for {email} was withdrawn', { email })}
        onKeep={() => setRemoving(false)}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog open onClose={onClose} title={email} description={t('Invited, but has not accepted yet.')}>
      <div className="mt-4">
        <Facts>
          <Fact name={t('Role')}>{roleName(role)}</Fact>
          <Fact name={t('Invited')}>
            <Time at={created_at} />
          </Fact>
          {expires_at && (
            <Fact name={t('Expires')}>
              <Time at={expires_at} />
            </Fact>
          )}
        </Facts>
      </div>
      {again.error && <Notice error={again.error} className="mt-4" />}
      <Actions>
        <Button look="danger" refusal={refusal} onClick={() => setRemoving(true)} className="mr-auto">
          {t('Take back')}
        </Button>
        <Button busy={again.isPending} refusal={refusal} onClick={() => again.mutate({ email, role: role_id })}>
          {t('Mail it again')}
        </Button>
      </Actions>
    </Dialog>
  )
}
