import { cloneElement, type ReactElement, useEffect, useRef, useState } from 'react'

interface Events {
  onPointerEnter?: () => void
  onPointerLeave?: () => void
  onFocus?: () => void
  onBlur?: () => void
  ref?: (element: HTMLElement | null) => void
}

const waitMs = 350
/** Pixels from the element, and from the edges of the window. */
const gap = 6

/** Shown on hover and on focus, gone by Esc. What it says must also be in the element's name or description. */
export function Tooltip({ text, children }: { text: string; children: ReactElement<Events> }) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const close = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!open) return
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [open])
  return (
    <>
      {cloneElement(children, {
        ref: (element) => {
          anchor.current = element
        },
        onPointerEnter: () => {
          timer.current = setTimeout(() => setOpen(true), waitMs)
        },
        onPointerLeave: close,
        onFocus: () => anchor.current?.matches(':focus-visible') && setOpen(true),
        onBlur: close,
      })}
      {open && <Bubble text={text} anchor={anchor.current} />}
    </>
  )
}

function Bubble({ text, anchor }: { text: string; anchor: HTMLElement | null }) {
  const bubble = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = bubble.current
    if (element === null || anchor === null) return
    element.showPopover()
    const { left, width, top, bottom } = anchor.getBoundingClientRect()
    const size = element.getBoundingClientRect()
    const below = bottom + gap + size.height < innerHeight
    element.style.top = `${below ? bottom + gap : top - gap - size.height}px`
    element.style.left = `${Math.max(gap, Math.min(left + (width - size.width) / 2, innerWidth - size.width - gap))}px`
  }, [anchor])
  return (
    <div
      ref={bubble}
      popover="manual"
      aria-hidden
      className="fixed inset-auto m-0 max-w-72 rounded border-0 bg-ink px-2 py-1 text-xs text-on-ink"
    >
      {text}
    </div>
  )
}
