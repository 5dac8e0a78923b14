import { lazy, Suspense } from 'react'
import type { ChosenBarProps } from './chosen-panel.tsx'

const ChosenPanel = lazy(() =>
  import('./chosen-panel.tsx').then((module) => ({ default: module.ChosenPanel<unknown> })),
)

/** Below a list while something of it is chosen. Its code is loaded when the first row is. */
export function ChosenBar<Item>(props: ChosenBarProps<Item>) {
  if (props.selection.items.length === 0) return <span role="status" />
  return (
    <Suspense>
      <ChosenPanel {...(props as ChosenBarProps<unknown>)} />
    </Suspense>
  )
}
