import type { Permission, Role } from '#src/platform/lib/permissions.ts'
import type { Dependencies } from '../dependencies.ts'

/** The shop of an admin session, with name and permissions of its role. */
export interface StaffMembership {
  merchantId: string
  roleName: string
  permissions: readonly Permission[]
}

export async function describeStaff(
  { db, memberships }: Pick<Dependencies, 'db' | 'memberships'>,
  { merchantId, role }: { merchantId: string; role: Role },
): Promise<StaffMembership> {
  const found = await memberships.describeRole(db, merchantId, role)
  return { merchantId, roleName: found?.name ?? role, permissions: [...(found?.permissions ?? [])] }
}
