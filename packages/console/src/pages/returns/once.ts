import type { MouseEvent } from 'react'

/** The second of a double click is none of the step that stands there by then. */
export function stepsOnce(act?: () => void) {
  return (event: MouseEvent) => {
    if (event.detail > 1) event.preventDefault()
    else act?.()
  }
}
