import type { ReactNode } from 'react'

/** A part of the page: what it is about at the left, what can be done at the right. */
export function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid gap-x-12 gap-y-4 border-b border-line px-4 py-8 last:border-0 lg:grid-cols-[240px_minmax(0,1fr)] lg:px-8"
    >
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-1 max-w-sm text-ink-3">{text}</p>
      </div>
      <div className="min-w-0 max-w-xl">{children}</div>
    </section>
  )
}
