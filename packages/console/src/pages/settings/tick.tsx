import { type ReactNode, useId } from 'react'
import { Checkbox } from '#console/ui/checkbox.tsx'

interface TickProps {
  name: string
  label: string
  hint?: ReactNode
  on: boolean
  disabled: boolean
}

/** A setting that is on or off. */
export function Tick({ name, label, hint, on, disabled }: TickProps) {
  const id = useId()
  return (
    <div>
      <Checkbox name={name} defaultChecked={on} disabled={disabled} aria-describedby={hint == null ? undefined : id}>
        {label}
      </Checkbox>
      {hint != null && (
        <p id={id} className="-mt-1 mb-1 ml-6 text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}
