import type { Permission } from '#console/data/granted.ts'
import { useRefusal } from '#console/data/permissions.ts'
import { t } from '#console/lib/text.ts'
import { Empty } from './states.tsx'

/** Instead of what the role may not see. */
export function Refused({ what, permission }: { what: string; permission: Permission }) {
  return <Empty title={t('You cannot see {what}', { what })}>{useRefusal(permission)}</Empty>
}
