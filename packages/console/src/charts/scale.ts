/** Round steps from 0 to at least `max`: 0, 50, 100, 150. */
export function ticksTo(max: number, most = 4): number[] {
  if (max <= 0) return [0, 1]
  const raw = max / most
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = power * ([1, 2, 2.5, 5].find((factor) => factor * power >= raw) ?? 10)
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step)
}

/** Which of `count` labels are written, so that none is nearer than `apart` pixels to the next. */
export function labelEvery(count: number, width: number, apart: number): number {
  return Math.max(1, Math.ceil((count * apart) / Math.max(width, 1)))
}

/** An SVG path through the points. */
export function linePath(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}
