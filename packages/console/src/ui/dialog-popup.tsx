import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { buttonClass } from './button.tsx'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** What will happen, in figures: "Refunds £25.50 and restocks 2 units". */
  description?: ReactNode
  wide?: boolean
  /** Shows what is told once: a click beside it, such as the second of a double click, does not close it. */
  keepsOpen?: boolean
  children?: ReactNode
}

/** Keeps the focus inside, closes by Esc, gives the focus back. */
export function DialogPopup({
  open,
  onClose,
  title,
  description,
  wide = false,
  keepsOpen = false,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()} disablePointerDismissal={keepsOpen}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.15_0.01_200_/_0.45)]" />
        <Base.Viewport className="fixed inset-0 z-40 grid items-start justify-items-center overflow-y-auto p-4 sm:pt-[12vh]">
          <Base.Popup
            ref={popup}
            initialFocus={(by) => firstFocus(popup, by === 'touch')}
            className={cx('w-full rounded bg-float p-5 shadow-float outline-none', wide ? 'max-w-2xl' : 'max-w-md')}
          >
            <div className="flex items-start justify-between gap-4">
              <Base.Title className="text-base font-semibold">{title}</Base.Title>
              <Base.Close aria-label={t('Close')} className={cx(buttonClass('quiet', true), '-my-1.5 -mr-2')}>
                <X aria-hidden />
              </Base.Close>
            </div>
            {description && <Base.Description className="mt-1 text-ink-2">{description}</Base.Description>}
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

const field = 'form :is(input, select, textarea):not(:disabled, [readonly], [type=radio]:not(:checked))'

/** The first field of a form: with the focus on Close, which stands before it, typing and Enter would close it. */
function firstFocus({ current }: RefObject<HTMLElement | null>, byTouch: boolean): HTMLElement | boolean {
  // A field has asked for it.
  if (current?.contains(document.activeElement)) return false
  // Nothing asks for a keyboard on the screen yet.
  if (byTouch) return current ?? true
  return current?.querySelector<HTMLElement>(field) ?? true
}
