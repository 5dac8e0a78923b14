import { ApiError } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { shopOptions } from '#console/data/queries.ts'
import { rich } from '#console/lib/rich.ts'
import { account } from './places.ts'

/** The shop lets nobody in without a second factor: only the account can be opened until there is one. */
export function TwoFactorsRequired() {
  const { error } = useQuery(shopOptions)
  if (!(error instanceof ApiError) || error.code !== 'TWO_FACTOR_SETUP_REQUIRED') return null
  return (
    <p className="flex items-center gap-2 bg-warn-2 px-4 py-2 lg:px-8">
      <ShieldAlert aria-hidden className="size-4 shrink-0 text-warn" />
      <span>
        {rich('This shop asks for two factors. <link>Set them up</link> to go on.', {
          link: (inside) => (
            <Link to={account.to} className="font-medium underline underline-offset-2">
              {inside}
            </Link>
          ),
        })}
      </span>
    </p>
  )
}
