/** The fields of a form that differ from what is stored: only what somebody changed is sent. */
export function changedFields<Body extends object>(stored: object, typed: Body): Partial<Body> {
  const before = new Map<string, unknown>(Object.entries(stored))
  const changed = Object.entries(typed).filter(([name, value]) => !isSame(before.get(name), value))
  return Object.fromEntries(changed) as Partial<Body>
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
