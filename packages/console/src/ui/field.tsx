import {
  type ComponentProps,
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useState,
} from 'react'

import { cx } from '#console/lib/class-names.ts'

export const inputClass = cx(
  'h-8 w-full min-w-0 rounded bg-paper px-2.5 text-sm text-ink ring-1 ring-inset ring-line-3',
  'aria-invalid:ring-bad disabled:bg-paper-2 disabled:text-ink-3 max-sm:text-[16px]',
)

interface FieldProps {
  label: string
  /** What to write, in a few words. */
  hint?: ReactNode
  error?: string | undefined
  className?: string
  children: ReactElement<ComponentProps<'input'>>
}

/**
 * A labelled input with its hint and its error, tied together for screen readers. What the browser finds wrong when the
 * form is sent is said here, too, until it is mended.
 */
export function Field({ label, hint, error: refused, className, children }: FieldProps) {
  const id = useId()
  const [fault, setFault] = useState<string>()
  const error = fault ?? refused
  /** Its words are loaded when something is wrong for the first time; without a connection the browser's serve. */
  function reportValidity(input: HTMLInputElement): void {
    void import('#console/lib/validity.ts')
      .then(({ validityText }) => validityText(input, label))
      .catch(() => input.validationMessage)
      .then((text) => setFault(input.validity.valid ? undefined : text))
  }
  const describedBy = cx(hint != null && `${id}-hint`, error != null && `${id}-error`)
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-ink-2">
        {label}
      </label>
      {cloneElement(children, {
        id,
        'aria-invalid': error == null ? undefined : true,
        'aria-describedby': describedBy || undefined,
        onInvalid: (event) => {
          // Instead of the browser's bubble, with its own words and the focus on the first of them.
          event.preventDefault()
          const input = event.currentTarget
          reportValidity(input)
          if (input.form?.querySelector(':is(input, select, textarea):invalid') === input) {
            input.focus({ preventScroll: true })
            input.scrollIntoView({ block: 'center' })
          }
        },
        onInput: (event) => {
          children.props.onInput?.(event)
          if (fault !== undefined) reportValidity(event.currentTarget)
        },
      })}
      {hint != null && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-ink-3">
          {hint}
        </p>
      )}
      {error != null && (
        <p id={`${id}-error`} className="mt-1 text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...(rest.type === 'number' && selecting)} {...rest} className={cx(inputClass, className)} />
}

/** Of 0 and a typed 1 comes no 10. */
const selecting = {
  // The browser places its caret after the event.
  onClick: ({ currentTarget: input }: MouseEvent<HTMLInputElement>) =>
    input.value === '0' && requestAnimationFrame(() => input.select()),
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...rest} className={cx(inputClass, 'block h-auto py-1.5', className)} />
}

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <select {...rest} className={cx(inputClass, 'select pr-7', className)}>
      {children}
    </select>
  )
}
