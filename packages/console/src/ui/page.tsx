import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { useWayBack, type Way } from '#console/lib/way-back.ts'

export interface PageProps {
  title: string
  /** Its part that is shown, for the browser's tab. */
  part?: string
  /** Beside the title: a status, a figure. */
  aside?: ReactNode
  /** The list this page belongs to. One comes back to it as one left it. */
  back?: { label: string } & Way
  actions?: ReactNode
  children: ReactNode
}

/** A page: its title, its actions, its content. Also names the browser's tab. */
export function Page({ title, part, aside, back, actions, children }: PageProps) {
  useEffect(() => {
    document.title = [part, title, 'Console'].filter(Boolean).join(' · ')
  }, [title, part])
  return (
    <>
      <header className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 lg:px-8">
        {back && <BackLink {...back} />}
        <h1 className="min-w-0 text-lg font-semibold tracking-[-0.01em] wrap-anywhere">{title}</h1>
        {aside}
        <div className="ml-auto flex flex-wrap items-center gap-2 print:hidden">{actions}</div>
      </header>
      {children}
    </>
  )
}

function BackLink({ label, ...to }: NonNullable<PageProps['back']>) {
  const way = useWayBack(to)
  function follow(event: MouseEvent): void {
    // Another tab, or a download, is the browser's.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    way.go()
  }
  return (
    <Link
      {...way.link}
      data-back
      aria-label={label}
      onClick={follow}
      className="-ml-2 rounded p-1 text-ink-3 hover:bg-paper-3 hover:text-ink"
    >
      <ChevronLeft aria-hidden className="size-4" />
    </Link>
  )
}

interface TwoColumnsProps {
  aside: ReactNode
  /** On narrow screens the aside stands below: a list has no end that one would reach, other content has. */
  asideBelow?: boolean
  /** The page has tabs, which take from the height. */
  underTabs?: boolean
  children: ReactNode
}

/** What a page is about, a list or its parts, and beside it what belongs to it. */
export function TwoColumns({ aside, asideBelow = false, underTabs = false, children }: TwoColumnsProps) {
  const height = underTabs ? 'lg:min-h-[calc(100dvh-98px)]' : 'lg:min-h-[calc(100dvh-57px)]'
  const place = asideBelow ? 'max-lg:border-t' : 'max-lg:order-first max-lg:border-b'
  return (
    <div className={cx('grid grid-cols-1 lg:grid-cols-[minmax(0,1fr)_336px]', height)}>
      <div className="min-w-0 lg:border-r lg:border-line">{children}</div>
      <Sections className={cx('border-line', place)}>{aside}</Sections>
    </div>
  )
}

/** The parts of a page, one below the other. */
export function Sections({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx('grid grid-cols-1 content-start gap-8 px-4 py-5 lg:px-8', className)}>{children}</div>
}

/** Above a list that is a part of a page. */
export function ListHeading({ title, aside }: { title: string; aside?: ReactNode }) {
  return (
    <div className="mt-5 flex min-h-8 items-center gap-3 px-4 lg:px-8">
      <h2 className="font-semibold">{title}</h2>
      {aside && <span className="text-ink-3">{aside}</span>}
    </div>
  )
}

/** A part of a page under a small heading. */
export function Section({
  title,
  actions,
  children,
  className,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <section className={className} aria-label={title}>
      <div className="mb-2 flex min-h-8 items-center justify-between gap-3">
        <h2 className="font-semibold">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** Names and values in two columns. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1.5">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
