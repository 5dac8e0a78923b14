import { encode } from 'uqr'

/** The text as a QR code: dark on light in both themes, with the margin that scanners need. */
export function QrCode({ label, text }: { label: string; text: string }) {
  const { data, size } = encode(text, { border: 4 })
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded bg-paper text-ink ring-1 ring-line scheme-light"
    >
      <path d={squares.join('')} fill="currentColor" />
    </svg>
  )
}
