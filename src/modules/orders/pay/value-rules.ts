/**
 * The part of a balance that pays what is due: all of it, or so much that the rest is a multiple of `unit` and no less
 * than `minimum`, so that a provider can charge it. 0 if it can pay nothing.
 */
export function takeable(
  dueMinor: number,
  balanceMinor: number,
  { minimum, unit }: { minimum: number; unit: number },
): number {
  if (balanceMinor >= dueMinor) return dueMinor
  const least = Math.max(dueMinor - balanceMinor, minimum)
  const rest = Math.ceil(least / unit) * unit
  return Math.max(0, dueMinor - rest)
}
