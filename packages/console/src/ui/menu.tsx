import { cloneElement, lazy, Suspense, useState } from 'react'
import type { MenuProps } from './menu-popup.tsx'

const MenuPopup = lazy(() => import('./menu-popup.tsx').then((module) => ({ default: module.MenuPopup })))

/** A menu of actions below its button. Its code is loaded when the first one opens. */
export function Menu(props: MenuProps) {
  const [isOpened, setOpened] = useState(false)
  const closed = cloneElement(props.trigger, { 'aria-haspopup': 'menu', onClick: () => setOpened(true) })
  if (!isOpened) return closed
  return (
    <Suspense fallback={closed}>
      <MenuPopup {...props} />
    </Suspense>
  )
}
