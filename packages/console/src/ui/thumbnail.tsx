import { Package } from 'lucide-react'
import { useState } from 'react'
import { shownAddress } from './pictures/addresses.ts'

interface ThumbnailProps {
  address: string | null
  size?: 'row' | 'page'
}

const sizes = { row: 'size-7 max-sm:size-9', page: 'size-24' }

/** The picture of a product; where it has none, or it cannot be loaded, a quiet place for it. */
export function Thumbnail({ address, size = 'row' }: ThumbnailProps) {
  const [failed, setFailed] = useState<string>()
  const frame = `${sizes[size]} shrink-0 rounded border border-line bg-paper-2`
  const shown = address === null || address === failed ? undefined : shownAddress(address)
  if (shown === undefined) {
    return (
      <span aria-hidden className={`${frame} grid place-items-center text-line-3`}>
        <Package className={size === 'row' ? 'size-3.5' : 'size-8'} />
      </span>
    )
  }
  return (
    <img
      src={shown}
      // The name stands beside it.
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(address ?? undefined)}
      className={`${frame} object-cover`}
    />
  )
}
