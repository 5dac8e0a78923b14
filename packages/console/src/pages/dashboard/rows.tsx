import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The lines of a section. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="border-b border-line">{children}</ul>
}

interface FigureRowProps {
  label: ReactNode
  link: LinkProps
  /** What the list shows, where that is not what was counted. */
  title?: string
  /** How it compares. */
  change?: ReactNode
  children: ReactNode
}

/** A name and its figure; the whole line leads to the list of what was counted. */
export function FigureRow({ label, link, title, change, children }: FigureRowProps) {
  return (
    <li className="border-t border-line">
      <Link {...link} title={title} className="-mx-2 flex min-h-9 items-center gap-4 rounded px-2 hover:bg-paper-2">
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {change}
        <span className="num min-w-20 shrink-0 whitespace-nowrap [&>span]:justify-end">{children}</span>
      </Link>
    </li>
  )
}

export const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="border-y border-line py-2 text-ink-3">{children}</p>
)
