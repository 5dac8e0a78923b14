import { type RefObject, useEffect } from 'react'

/** Brings the first input that was refused into sight, with the focus in it. */
export function useFirstFault(form: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    if (error != null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, error])
}
