import { t } from '#console/lib/text.ts'
import type { Permission } from './granted.ts'
import { useSession } from './session.ts'

/** What the role allows; the service decides, this only says beforehand what it would refuse. */
export function usePermissions(): readonly Permission[] {
  return useSession()?.permissions ?? []
}

export function useMay(permission: Permission): boolean {
  return usePermissions().includes(permission)
}

/** Why a button cannot be used: for its `reason`; undefined if it can. It needs all of the permissions. */
export function useRefusal(...needed: Permission[]): string | undefined {
  const permissions = usePermissions()
  const role = useSession()?.role ?? 'viewer'
  const missing = needed.find((permission) => !permissions.includes(permission))
  return missing && t('Your role, {role}, may not do this. It needs {missing}.', { role, missing })
}
