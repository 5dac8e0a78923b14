import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { Permission } from '#console/data/granted.ts'
import { usePermissions, useRefusal } from '#console/data/permissions.ts'
import { aboutRole, roleName } from '#console/data/role-names.ts'
import type { Role } from '#console/data/roles.ts'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { PermissionFields } from './permission-fields.tsx'

interface RoleDialogProps {
  /** None: a new one is made. */
  role?: Role | undefined
  /** The role that a new one begins as. */
  model?: Role | undefined
  onClose: () => void
  onCopy: (role: Role) => void
}

/** A role of the shop's own, to be changed or made; of a built-in one what it may do. */
export function RoleDialog({ role, model, onClose, onCopy }: RoleDialogProps) {
  const [isDeleting, setDeleting] = useState(false)
  if (role && isDeleting) return <Delete role={role} onKeep={() => setDeleting(false)} onClose={onClose} />
  if (role?.built_in) return <BuiltIn role={role} onClose={onClose} onCopy={() => onCopy(role)} />
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={role?.name ?? t('New role')}
      description={
        role
          ? `${whoHas(role)} ${t('A change works at once for them and their API keys.')}`
          : t('You can only grant permissions you have.')
      }
    >
      <RoleForm role={role} model={model} onClose={onClose} onDelete={() => setDeleting(true)} />
    </Dialog>
  )
}

function whoHas({ members, invitations }: Role): string {
  if (members + invitations === 0) return t('Nobody has this role.')
  if (members === 0) return t('{invitations, plural, one {# person} other {# people}} invited to it.', { invitations })
  if (invitations === 0) return t('{members, plural, one {# person has} other {# people have}} this role.', { members })
  return t(
    '{members, plural, one {# person has} other {# people have}} this role, ' +
      '{invitations, plural, one {# person} other {# people}} invited to it.',
    { members, invitations },
  )
}

/** Why a role stays; undefined if it can go. */
function inUse(role: Role): string | undefined {
  if (role.members + role.invitations === 0) return undefined
  return `${whoHas(role)} ${t('Give them another role first, and take invitations back.')}`
}

/** What the service knows and this page does not is left out. */
const permissionsOf = (role: Role | undefined) => (role?.permissions ?? []) as readonly Permission[]

function BuiltIn({ role, onClose, onCopy }: { role: Role; onClose: () => void; onCopy: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={roleName(role.name)}
      description={`${aboutRole(role.id) ?? ''} ${t('Every shop has this role; it cannot be changed.')}`}
    >
      <PermissionFields chosen={permissionsOf(role)} readOnly onChange={() => {}} />
      <Actions>
        <Button look="primary" onClick={onCopy}>
          {t('New role like this')}
        </Button>
      </Actions>
    </Dialog>
  )
}

interface RoleFormProps extends Pick<RoleDialogProps, 'role' | 'model' | 'onClose'> {
  onDelete: () => void
}

function RoleForm({ role, model, onClose, onDelete }: RoleFormProps) {
  const own = useRefusal('staff.write')
  const client = useQueryClient()
  // The console shows names, times and money by the settings of the shop.
  const mine = usePermissions()
  const [chosen, setChosen] = useState(() =>
    role ? permissionsOf(role) : (model ? permissionsOf(model) : begun).filter((one) => mine.includes(one)),
  )
  const form = useRef<HTMLFormElement>(null)
  const save = useMutation({
    mutationFn: (body: Schemas['NewRole']) =>
      role
        ? read(api.PATCH('/admin/roles/{id}', { params: { path: { id: role.id } }, body }))
        : read(api.POST('/admin/roles', { body })),
    onSuccess: async ({ name }) => {
      toast(role ? t('{name} is saved', { name }) : t('{name} is made', { name }))
      onClose()
      await Promise.all(['roles', 'staff'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    },
  })
  useFirstFault(form, save.error)
  const faults = faultsOf(save.error, ['name'], 'name')
  const refusal = own ?? (chosen.length > 0 ? undefined : t('Choose at least one permission.'))
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (save.isPending || refusal !== undefined) return
    save.mutate({ name: String(new FormData(event.currentTarget).get('name')).trim(), permissions: [...chosen] })
  }
  return (
    <form ref={form} aria-label={t('Role')} onSubmit={submit} className="mt-4">
      <Field
        label={t('Name')}
        hint={t('Such as Packing or Accounting.')}
        error={faults.of('name')}
        className="max-w-80"
      >
        <Input name="name" required maxLength={50} autoComplete="off" defaultValue={role?.name ?? ''} />
      </Field>
      <PermissionFields chosen={chosen} held={permissionsOf(role)} onChange={setChosen} />
      {!chosen.includes('settings.read') && (
        <p className="mt-2 text-xs text-ink-3">
          {t(
            'Without “Read: Settings of the shop” the console shows neither the name of the shop nor ' +
              'forms with prices.',
          )}
        </p>
      )}
      {faults.rest != null && <Notice error={faults.rest} className="mt-4" />}
      <Actions>
        {role && (
          <Button look="danger" refusal={own ?? inUse(role)} onClick={onDelete} className="mr-auto">
            {t('Delete role')}
          </Button>
        )}
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" look="primary" busy={save.isPending} refusal={refusal}>
          {role ? t('Save role') : t('Create role')}
        </Button>
      </Actions>
    </form>
  )
}

const begun: readonly Permission[] = ['settings.read']

function Delete({ role: { id, name }, onKeep, onClose }: { role: Role; onKeep: () => void; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => read(api.DELETE('/admin/roles/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      toast(t('{name} is deleted', { name }))
      onClose()
      await client.invalidateQueries({ queryKey: ['roles'] })
    },
  })
  return (
    <Confirm
      open
      onClose={onKeep}
      title={t('Delete {name}?', { name })}
      description={t('Nobody has this role. It cannot be undone.')}
      action={t('Delete role')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    />
  )
}
