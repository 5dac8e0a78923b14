import { Link, type LinkProps } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Button, buttonClass } from './button.tsx'

interface NewLinkProps extends Pick<LinkProps, 'to' | 'search'> {
  /** Why nothing can be made here now. */
  refusal: string | undefined
  children: string
}

/** Leads to where something is made. Who may not do that is told why. */
export function NewLink({ refusal, children, ...link }: NewLinkProps) {
  if (refusal !== undefined) {
    return (
      <Button refusal={refusal}>
        <Plus aria-hidden />
        {children}
      </Button>
    )
  }
  return (
    <Link {...link} className={buttonClass('primary')}>
      <Plus aria-hidden />
      {children}
    </Link>
  )
}
