import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { t } from '#console/lib/text.ts'
import { labelEvery, linePath, ticksOf } from './scale.ts'

export interface ChartPoint {
  label: string
  value: number
  /** The same step of the period before. */
  before?: { label: string; value: number }
}

interface LineChartProps {
  /** What is drawn, for screen readers and as the caption of the table they read. */
  title: string
  points: readonly ChartPoint[]
  /** They are counted: no line of the axis is between two. */
  whole?: boolean
  format: (value: number) => string
  formatAxis: (value: number) => string
}

const height = 232
const edge = { top: 12, right: 8, bottom: 24, left: 52 }
const labelApart = 64

/** Values over time, with the period before as a dashed line. The same figures are a table for screen readers. */
export function LineChart({ title, points, whole = false, format, formatAxis }: LineChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [at, setAt] = useState<number>()
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const values = points.flatMap(({ value, before }) => [value, before?.value ?? 0])
  const ticks = ticksOf(Math.min(...values, 0), Math.max(...values, 0), whole)
  const [low = 0, top = 1] = [ticks[0], ticks.at(-1)]
  const inner = Math.max(0, width - edge.left - edge.right)
  const x = (index: number) => edge.left + (points.length < 2 ? inner / 2 : (index / (points.length - 1)) * inner)
  const y = (value: number) => edge.top + ((top - value) / (top - low)) * (height - edge.top - edge.bottom)
  const every = labelEvery(points.length, inner, labelApart)
  const hovered = at === undefined ? undefined : points[at]

  function onMove(event: PointerEvent<SVGSVGElement>): void {
    const share = (event.clientX - event.currentTarget.getBoundingClientRect().left - edge.left) / inner
    setAt(Math.max(0, Math.min(points.length - 1, Math.round(share * (points.length - 1)))))
  }

  return (
    <figure ref={frame} className="relative m-0" style={{ height }}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          aria-hidden
          onPointerMove={onMove}
          onPointerLeave={() => setAt(undefined)}
          className="block overflow-visible text-xs tabular-nums"
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={edge.left} x2={width - edge.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
              <text x={edge.left - 10} y={y(tick) + 4} textAnchor="end" className="fill-ink-3">
                {formatAxis(tick)}
              </text>
            </g>
          ))}
          {points.map(({ label }, index) =>
            (points.length - 1 - index) % every === 0 && x(index) > edge.left + 12 ? (
              <text
                key={label}
                x={x(index)}
                y={height - 4}
                textAnchor={index === points.length - 1 ? 'end' : 'middle'}
                className="fill-ink-3"
              >
                {label}
              </text>
            ) : null,
          )}
          <path
            d={linePath(points.flatMap(({ before }, index) => (before ? [[x(index), y(before.value)]] : [])))}
            className="fill-none stroke-line-3"
            strokeDasharray="3 4"
          />
          <path
            d={linePath(points.map(({ value }, index) => [x(index), y(value)]))}
            className="fill-none stroke-accent"
            strokeWidth={2}
            strokeLinejoin="round"
          />
          {at !== undefined && hovered && (
            <g>
              <line x1={x(at)} x2={x(at)} y1={edge.top} y2={height - edge.bottom} className="stroke-line-3" />
              {hovered.before && (
                <circle
                  cx={x(at)}
                  cy={y(hovered.before.value)}
                  r={3}
                  className="fill-line-3 stroke-paper"
                  strokeWidth={2}
                />
              )}
              <circle cx={x(at)} cy={y(hovered.value)} r={4} className="fill-accent stroke-paper" strokeWidth={2} />
            </g>
          )}
        </svg>
      )}
      {at !== undefined && hovered && (
        <div
          aria-hidden
          className="pointer-events-none absolute top-2 rounded bg-float px-2.5 py-1.5 text-xs shadow-float"
          style={x(at) > width / 2 ? { right: width - x(at) + 10 } : { left: x(at) + 10 }}
        >
          <div className="text-ink-3">{hovered.label}</div>
          <div className="font-medium tabular-nums">{format(hovered.value)}</div>
          {hovered.before && (
            <div className="text-ink-3 tabular-nums">
              {hovered.before.label}: {format(hovered.before.value)}
            </div>
          )}
        </div>
      )}
      <table className="sr-only">
        <caption>{title}</caption>
        <tbody>
          {points.map(({ label, value, before }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{format(value)}</td>
              <td>
                {before &&
                  t('{value} in the period before, {label}', { value: format(before.value), label: before.label })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
