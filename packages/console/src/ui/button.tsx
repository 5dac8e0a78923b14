import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { Tooltip } from './tooltip.tsx'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const looks: Record<Look, string> = {
  primary:
    'bg-ink text-on-ink hover:bg-ink-2 aria-disabled:bg-paper-3 aria-disabled:text-ink-3 aria-disabled:opacity-100',
  plain: 'bg-paper text-ink ring-1 ring-inset ring-line-2 hover:bg-paper-2 aria-disabled:hover:bg-paper',
  quiet: 'text-ink-2 hover:bg-paper-3 hover:text-ink aria-disabled:hover:bg-transparent',
  danger: 'bg-paper text-bad ring-1 ring-inset ring-line-2 hover:bg-bad-2 aria-disabled:hover:bg-paper',
}

export function buttonClass(look: Look = 'plain', square = false): string {
  return cx(
    'inline-flex h-8 shrink-0 select-none items-center justify-center gap-1.5 rounded text-sm font-medium',
    'whitespace-nowrap aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    square ? 'w-8' : 'px-3',
    looks[look],
  )
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  look?: Look
  /** Only an icon; needs `aria-label`. */
  square?: boolean
  /** Waits for what it began. */
  busy?: boolean
  /** Why it cannot be used now, shown on hover and read by a screen reader. Undefined: it can. */
  refusal?: string | undefined
  children: ReactNode
}

export function Button({ look, square, busy, refusal, className, onClick, children, ...rest }: ButtonProps) {
  const reasonId = useId()
  const isOff = busy || refusal !== undefined
  const button = (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass(look, square), className)}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      aria-describedby={refusal === undefined ? rest['aria-describedby'] : reasonId}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  )
  if (refusal === undefined) return square ? <Tooltip text={rest['aria-label'] ?? ''}>{button}</Tooltip> : button
  return (
    <>
      <Tooltip text={refusal}>{button}</Tooltip>
      <span id={reasonId} hidden>
        {refusal}
      </span>
    </>
  )
}
