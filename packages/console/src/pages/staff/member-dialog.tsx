import { read } from '@commerce-platform/client'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { apiKeysOptions } from '#console/data/api-keys.ts'
import { useMay, useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { roleWithin } from '#console/data/role-names.ts'
import { api, useSession } from '#console/data/session.ts'
import type { StaffMember } from '#console/data/staff.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { useInvite } from './invite-dialog.tsx'
import { Remove } from './remove.tsx'
import { type RoleChoice, RoleField, roleOf } from './roles.tsx'

interface MemberProps {
  member: StaffMember
  isOwn: boolean
  isLastOwner: boolean
  onClose: () => void
}

const lastOwner = t('You are the last owner. Somebody else must become owner first.')

/** The role of a member: another one, or none any more. Who looks at themselves may leave. */
export function MemberDialog({ member, isOwn, isLastOwner, onClose }: MemberProps) {
  const [isRemoving, setRemoving] = useState(false)
  const own = useRefusal('staff.write')
  const isOwner = useSession()?.role === 'owner'
  const refusal = own ?? (member.role_id === 'owner' && !isOwner ? t('Only owners change owners.') : undefined)
  if (isRemoving) {
    const ask = { member, onKeep: () => setRemoving(false), onClose }
    return isOwn ? <Leave {...ask} /> : <RemoveMember {...ask} />
  }
  const { name, email } = member
  return (
    <Dialog open onClose={onClose} title={name ?? email} description={name === null ? undefined : email}>
      <RoleForm
        member={member}
        refusal={refusal ?? (isOwn ? (isLastOwner ? lastOwner : t('Another owner can change your role.')) : undefined)}
        onClose={onClose}
        end={
          <Button
            look="danger"
            // Every member may leave, whatever their role.
            refusal={isOwn ? (isLastOwner ? lastOwner : undefined) : refusal}
            onClick={() => setRemoving(true)}
            className="mr-auto"
          >
            {isOwn ? t('Leave the shop') : t('Remove')}
          </Button>
        }
      />
    </Dialog>
  )
}

interface RoleFormProps {
  member: StaffMember
  /** Why the role stays. */
  refusal: string | undefined
  end: React.ReactNode
  onClose: () => void
}

function RoleForm({ member, refusal, end, onClose }: RoleFormProps) {
  const { id, email, name } = member
  const present = roleOf(member)
  const [role, setRole] = useState(present)
  const client = useQueryClient()
  const invite = useInvite(onClose)
  const change = useMutation({
    mutationFn: () => read(api.PATCH('/admin/staff/{id}', { params: { path: { id } }, body: { role: role.id } })),
    onSuccess: async (changed) => {
      toast(t('{name} is {role} now', { name: name ?? email, role: roleWithin(changed.role) }))
      onClose()
      await client.invalidateQueries({ queryKey: ['staff'] })
    },
  })
  const isPresent = role.id === present.id
  const isToOwner = role.id === 'owner' && !isPresent
  const { isPending, error } = isToOwner ? invite : change
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isPending || refusal !== undefined || isPresent) return
    if (isToOwner) invite.mutate({ email, role: role.id })
    else change.mutate()
  }
  return (
    <form aria-label={t('Role')} onSubmit={submit} className="mt-4">
      <RoleField value={role} readOnly={refusal !== undefined} onChange={setRole} />
      <p className="mt-3 text-ink-2">{refusal ?? consequence(role, present)}</p>
      {error && <Notice error={error} className="mt-4" />}
      <Actions>
        {end}
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          type="submit"
          look="primary"
          busy={isPending}
          refusal={refusal ?? (isPresent ? t('This is the present role.') : undefined)}
        >
          {isToOwner ? t('Invite as owner') : t('Change role')}
        </Button>
      </Actions>
    </form>
  )
}

function consequence(role: RoleChoice, present: RoleChoice): string {
  if (role.id === present.id) return t('Another role ends their sessions at this shop; they sign in again.')
  if (role.id === 'owner') return t('Nobody becomes owner without accepting it: an invitation is mailed.')
  return t('They are signed out of this shop at once, and sign in again as {role}.', { role: roleWithin(role.name) })
}

type AskProps = Pick<MemberProps, 'member' | 'onClose'> & { onKeep: () => void }

function RemoveMember({ member, ...rest }: AskProps) {
  const { id, name, email } = member
  const { data, hasNextPage } = useInfiniteQuery({ ...apiKeysOptions, enabled: useMay('keys.write') })
  const made = data?.pages.flatMap((page) => page.items).filter(({ user_id }) => user_id === id).length
  return (
    <Remove
      id={id}
      title={t('Remove {name}?', { name: name ?? email })}
      description={
        made === undefined || hasNextPage
          ? t('Signs them out of this shop and deletes the API keys they made. Their account stays.')
          : t(
              'Signs them out of this shop and deletes {keys, plural, one {# API key} other {# API keys}} they ' +
                'made. Their account stays.',
              { keys: made },
            )
      }
      action={t('Remove')}
      done={t('{name} is removed', { name: name ?? email })}
      {...rest}
    />
  )
}

function Leave({ member, ...rest }: AskProps) {
  const { data: shop } = useQuery(shopOptions)
  return (
    <Remove
      id={member.id}
      title={shop ? t('Leave {shop}?', { shop: shop.name }) : t('Leave the shop?')}
      description={t('Signs you out and deletes the API keys you made. Only a new invitation brings you back.')}
      action={t('Leave the shop')}
      done={shop ? t('You have left {shop}', { shop: shop.name }) : t('You have left the shop')}
      {...rest}
    />
  )
}
