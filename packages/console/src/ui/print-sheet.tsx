import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

/** What is printed instead of the page; `onPrinted` when the browser has it, or it was put off. */
export function PrintSheet({ onPrinted, children }: { onPrinted: () => void; children: ReactNode }) {
  const done = useRef(onPrinted)
  useEffect(() => {
    done.current = onPrinted
  })
  useEffect(() => {
    const after = () => done.current()
    addEventListener('afterprint', after)
    // In a moment of its own: in strict mode this runs twice.
    const timer = setTimeout(() => print())
    return () => {
      clearTimeout(timer)
      removeEventListener('afterprint', after)
    }
  }, [])
  return createPortal(<div className="print-sheet">{children}</div>, document.body)
}
