import { Link, type LinkProps } from '@tanstack/react-router'

interface PageTab extends Pick<LinkProps, 'to' | 'params'> {
  label: string
}

/** The parts of one page, each with its own address. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav aria-label={label} className="flex gap-5 overflow-x-auto border-b border-line px-4 lg:px-8">
      {tabs.map(({ label: text, ...link }) => (
        <Link
          key={text}
          {...link}
          activeOptions={{ exact: true, includeSearch: false }}
          className="flex h-10 items-center border-b-2 border-transparent whitespace-nowrap text-ink-2 hover:text-ink"
          activeProps={{ className: 'border-b-accent! font-medium text-ink!' }}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
