/** Round steps that contain 0 and both ends: 0, 50, 100, 150. `whole`: of things that are counted. */
export function ticksOf(min: number, max: number, whole = false, maxTicks = 4): number[] {
  const [low, high] = [Math.min(min, 0), Math.max(max, 0)]
  if (low === high) return [0, 1]
  const raw = (high - low) / maxTicks
  const power = 10 ** Math.floor(Math.log10(raw))
  const round = power * ([1, 2, 2.5, 5].find((factor) => factor * power >= raw) ?? 10)
  const step = whole ? Math.ceil(round) : round
  const first = Math.floor(low / step)
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, index) => (first + index) * step)
}

/** Which of `count` labels are written, so that none is nearer than `apart` pixels to the next. */
export function labelEvery(count: number, width: number, apart: number): number {
  return Math.max(1, Math.ceil((count * apart) / Math.max(width, 1)))
}

/** An SVG path through the points. */
export function linePath(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}
