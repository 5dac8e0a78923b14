import type { ReactNode } from 'react'
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
  return (
    <Page title={title} back={back}>
      {error ? <Failure error={error} retry={retry} /> : placeholder}
    </Page>
  )
}
