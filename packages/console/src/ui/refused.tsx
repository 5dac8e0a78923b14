import type { Permission } from '#console/data/granted.ts'
import { useRefusal } from '#console/data/permissions.ts'
import { Empty } from './states.tsx'

/** Instead of what the role may not see. */
export function Refused({ title, permission }: { title: string; permission: Permission }) {
  return <Empty title={title}>{useRefusal(permission)}</Empty>
}
