import { granted, type Permission } from './granted.ts'
import type { Role } from './role.ts'
import { useSession } from './session.ts'

export function useMay(permission: Permission): boolean {
  const role = useSession()?.role
  return role !== undefined && (granted[permission] as readonly Role[]).includes(role)
}

/** Why a button cannot be used: for its `reason`; undefined if it can. */
export function useRefusal(permission: Permission): string | undefined {
  const may = useMay(permission)
  const role = useSession()?.role ?? 'viewer'
  return may ? undefined : `Your role, ${role}, may not do this. It needs ${permission}.`
}
