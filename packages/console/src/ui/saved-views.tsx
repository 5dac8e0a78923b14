import { Bookmark, ChevronDown } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from './button.tsx'

const ViewsMenu = lazy(() => import('./views-menu.tsx').then((module) => ({ default: module.ViewsMenu })))

/** The named addresses of a list. Stands among the actions of its page, whose list is shown before it. */
export function SavedViews() {
  return (
    <Suspense fallback={<Closed />}>
      <ViewsMenu />
    </Suspense>
  )
}

function Closed() {
  return (
    <Button busy>
      <Bookmark aria-hidden />
      Views
      <ChevronDown aria-hidden />
    </Button>
  )
}
