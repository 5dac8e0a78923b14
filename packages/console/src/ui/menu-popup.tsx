import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'

export interface MenuItem {
  label: string
  icon?: LucideIcon
  aside?: string
  onSelect: () => void
}

export interface MenuProps {
  /** A button. */
  trigger: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu' }>
  items: readonly (MenuItem | 'line')[]
}

export function MenuPopup({ trigger, items }: MenuProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="z-50">
          <Base.Popup className="min-w-44 rounded bg-float p-1 shadow-float outline-none">
            {items.map((item) =>
              item === 'line' ? (
                <Base.Separator key="line" className="-mx-1 my-1 h-px bg-line" />
              ) : (
                <Base.Item
                  key={item.label}
                  onClick={item.onSelect}
                  className="flex h-8 items-center gap-2 rounded px-2 outline-none data-highlighted:bg-paper-3"
                >
                  {item.icon && <item.icon aria-hidden className="size-4 text-ink-3" />}
                  {item.label}
                  {item.aside && <span className="ml-auto pl-4 text-xs text-ink-3">{item.aside}</span>}
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
