import { type ReactNode, useId } from 'react'
import { cx } from '#console/lib/class-names.ts'

/** Fields under one heading, which stands beside them where there is room. */
export function Group({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-4 border-line px-4 not-first:border-t py-6 lg:grid-cols-[220px_minmax(0,560px)] lg:px-8"
    >
      <div>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {about && <p className="mt-1 text-ink-3">{about}</p>}
      </div>
      <div className="grid content-start gap-4">{children}</div>
    </section>
  )
}

/** The buttons of a long form, always in sight; `narrow` below fields in groups. */
export function SaveBar({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <div data-bottom-bar className="sticky bottom-0 border-t border-line bg-paper px-4 py-3 lg:px-8">
      <div className={cx('flex flex-wrap items-center justify-end gap-2', narrow && 'lg:max-w-[828px]')}>
        {children}
      </div>
    </div>
  )
}
