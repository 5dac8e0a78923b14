import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { t } from '#console/lib/text.ts'

/** The navigation on narrow screens. */
export function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Base.Root open onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 bg-[oklch(0.15_0.01_200_/_0.45)]" />
        <Base.Popup
          aria-label={t('Navigation')}
          className="fixed inset-y-0 left-0 z-30 w-64 bg-paper-2 shadow-float outline-none"
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
