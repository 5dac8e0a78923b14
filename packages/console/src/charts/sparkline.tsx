import { linePath } from './scale.ts'

const size = { width: 96, height: 24 }

/** The course of a figure beside it. It says nothing that the figure's chart or list does not say. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const max = Math.max(...values, 0) || 1
  const step = size.width / Math.max(1, values.length - 1)
  const path = linePath(
    values.map((value, index) => [index * step, size.height - 2 - (value / max) * (size.height - 4)]),
  )
  return (
    <svg aria-hidden width={size.width} height={size.height} className="block">
      <path d={path} className="fill-none stroke-ink-3" strokeWidth={1.25} strokeLinejoin="round" />
    </svg>
  )
}
