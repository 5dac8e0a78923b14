import { ApiError } from '@commerce-platform/client'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { inSentence } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { useWayBack } from '#console/lib/way-back.ts'
import { Button, buttonClass } from './button.tsx'
import { Page, type PageProps } from './page.tsx'
import { Failure, Skeleton } from './states.tsx'

interface PendingPageProps extends Pick<PageProps, 'title' | 'back'> {
  /** Why what it is about could not be loaded. */
  error: unknown
  retry: () => void
  /** As high as what will be here. */
  placeholder?: ReactNode
}

const tall = <Skeleton className="m-8 h-64" />

/** The page of one thing until that is loaded, or instead of it if it could not be. */
export function PendingPage({ title, back, error, retry, placeholder = tall }: PendingPageProps) {
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <Page title={title} back={back}>
      {isMissing ? <Missing what={title} back={back} /> : error ? <Failure error={error} retry={retry} /> : placeholder}
    </Page>
  )
}

/** There is nothing to try again: the ways home. */
function Missing({ what, back }: { what: string; back: PageProps['back'] }) {
  return (
    <div role="alert" className="px-4 py-24 text-center">
      <h2 className="text-lg font-semibold">{t('This {thing} is not here', { thing: inSentence(what) })}</h2>
      <p className="mx-auto mt-1 max-w-sm text-ink-2">
        {t('It was deleted, or it is another shop’s, or the address has a mistake.')}
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {back && <WayBack {...back} />}
        <Link to="/" className={buttonClass()}>
          {t('To the dashboard')}
        </Link>
      </div>
    </div>
  )
}

function WayBack({ label, ...to }: NonNullable<PageProps['back']>) {
  const way = useWayBack(to)
  return <Button onClick={() => way.go()}>{label}</Button>
}
