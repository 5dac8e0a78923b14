import { Bookmark, ChevronDown } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { t } from '#console/lib/text.ts'
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
      {t('Views')}
      <ChevronDown aria-hidden />
    </Button>
  )
}
