type AuditValue = string | number | boolean | null | readonly string[]

/** The changes of an action: each field with its value before and after. */
export type AuditChanges = Record<string, readonly [before: AuditValue, after: AuditValue]>

/** Longer texts, such as descriptions, are cut. */
const maxTextLength = 200

/** The fields whose values differ. */
export function changesOf<Row extends object>(before: Row | null, after: Row | null): AuditChanges {
  const fields = new Set(Object.keys({ ...before, ...after })) as Set<keyof Row & string>
  const changes: Record<string, [AuditValue, AuditValue]> = {}
  for (const field of fields) {
    const values = [before?.[field] ?? null, after?.[field] ?? null] as [AuditValue, AuditValue]
    if (JSON.stringify(values[0]) !== JSON.stringify(values[1])) changes[field] = values
  }
  return changes
}

export function shorten(changes: AuditChanges): AuditChanges {
  const short = (value: AuditValue) =>
    typeof value === 'string' && value.length > maxTextLength
      ? `${value.slice(0, maxTextLength).toWellFormed()}…`
      : value
  return Object.fromEntries(
    Object.entries(changes).map(([field, [before, after]]) => [field, [short(before), short(after)]]),
  )
}
