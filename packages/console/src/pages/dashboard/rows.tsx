import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cx } from '#console/lib/class-names.ts'

/** The lines of a section. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="border-b border-line">{children}</ul>
}

interface FigureRowProps {
  label: ReactNode
  /** Left out if no list shows what was counted. */
  link?: LinkProps
  /** How it compares. */
  change?: ReactNode
  children: ReactNode
}

/** A name and its figure; the whole line leads to the list of what was counted. */
export function FigureRow({ label, link, change, children }: FigureRowProps) {
  const line = '-mx-2 flex min-h-9 items-center gap-4 rounded px-2'
  const parts = (
    <>
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {change}
      <span className="num min-w-20 shrink-0 whitespace-nowrap [&>span]:justify-end">{children}</span>
    </>
  )
  return (
    <li className="border-t border-line">
      {link ? (
        <Link {...link} className={cx(line, 'hover:bg-paper-2')}>
          {parts}
        </Link>
      ) : (
        <div className={line}>{parts}</div>
      )}
    </li>
  )
}

export const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="border-y border-line py-2 text-ink-3">{children}</p>
)
