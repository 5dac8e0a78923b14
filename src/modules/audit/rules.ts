import { invalid } from '#src/platform/lib/errors.ts'
import { endOf, readDateOrTime } from '#src/platform/lib/moment.ts'

interface AuditQuery {
  actor?: string
  action?: string
  target?: string
  from?: string
  to?: string
}

/** @throws AppError VALIDATION_ERROR */
export function readFilter({ actor, action, target, from, to }: AuditQuery, zone: string) {
  const read = (text: string | undefined) => (text === undefined ? undefined : readDateOrTime(text, zone))
  const moments = { from: read(from), to: read(to) }
  const faults = (['from', 'to'] as const)
    .filter((field) => ({ from, to })[field] !== undefined && moments[field] === undefined)
    .map((field) => ({ field, message: 'must be a date, or a time with its zone, from 1970 to 2999' }))
  if (faults.length > 0) throw invalid(...faults)
  return {
    actor,
    action,
    target,
    from: moments.from && new Date(moments.from.at),
    to: moments.to && new Date(endOf(moments.to, zone)),
  }
}

/** The name of a deleted target, as earlier entries have it. */
export function namesIn(
  entries: readonly { target_id: string; changes: Record<string, [unknown, unknown]> }[],
): [string, string][] {
  return entries.flatMap(({ target_id: id, changes }) => {
    const names = ['sku', 'name', 'url'].flatMap((field) => changes[field] ?? [])
    const name = names.find((value) => typeof value === 'string')
    return name === undefined ? [] : [[id, name] as [string, string]]
  })
}
