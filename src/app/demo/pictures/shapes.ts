/** Colours of a drawing. */
export interface Paint {
  main: string
  dark: string
  light: string
}

/** A thing, drawn on 400 × 400: what lies behind its shape, the outline of the shape, and what lies on it. */
export interface Motif {
  behind?: (paint: Paint) => string
  /** The data of a path, filled with the main colour. */
  shape: string
  on?: (paint: Paint) => string
}

export const line = (color: string, width: number, data: string) =>
  `<path d="${data}" fill="none" stroke="${color}" stroke-width="${width}" ` +
  'stroke-linecap="round" stroke-linejoin="round"/>'
export const fill = (color: string, data: string) => `<path d="${data}" fill="${color}"/>`
export const dot = (color: string, x: number, y: number, radius: number) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color}"/>`
/** The data of a path around a circle. */
export const circle = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`
/** That of a rectangle with round corners. */
export const box = (x: number, y: number, width: number, height: number, radius = 10) =>
  `M${x + radius} ${y}h${width - 2 * radius}q${radius} 0 ${radius} ${radius}v${height - 2 * radius}` +
  `q0 ${radius} ${-radius} ${radius}h${2 * radius - width}q${-radius} 0 ${-radius} ${-radius}v${2 * radius - height}` +
  `q0 ${-radius} ${radius} ${-radius}Z`
