import { lazy, type ReactNode, Suspense, useRef } from 'react'
import type { DialogProps } from './dialog-popup.tsx'

const DialogPopup = lazy(() => import('./dialog-popup.tsx').then((module) => ({ default: module.DialogPopup })))

/** Its code is loaded when the first one opens. */
export function Dialog(props: DialogProps) {
  const wasOpen = useRef(false)
  wasOpen.current ||= props.open
  if (!wasOpen.current) return null
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  )
}

/** The buttons at the end of a dialog or a form. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>
}
