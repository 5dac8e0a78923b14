import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#console/lib/class-names.ts'

/** A tick with its text, all of it to be pressed. */
export function Checkbox({
  children,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }) {
  return (
    <label className={cx('flex min-h-8 w-fit items-center gap-2 text-ink-2 has-disabled:text-ink-3', className)}>
      <input type="checkbox" {...rest} className="size-4 shrink-0 accent-(--accent)" />
      <span>{children}</span>
    </label>
  )
}
