import { Package } from 'lucide-react'
import { useState } from 'react'

interface ThumbnailProps {
  address: string | null
  size?: 'row' | 'page'
}

const sizes = { row: 'size-7 max-sm:size-9', page: 'size-24' }

/** The picture of a product; where it has none, or it cannot be loaded, a quiet place for it. */
export function Thumbnail({ address, size = 'row' }: ThumbnailProps) {
  const [failed, setFailed] = useState<string>()
  const frame = `${sizes[size]} shrink-0 rounded border border-line bg-paper-2`
  if (address === null || address === failed || !isShown(address)) {
    return (
      <span aria-hidden className={`${frame} grid place-items-center text-line-3`}>
        <Package className={size === 'row' ? 'size-3.5' : 'size-8'} />
      </span>
    )
  }
  return (
    <img
      src={address}
      // The name stands beside it.
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(address)}
      className={`${frame} object-cover`}
    />
  )
}

/** What the policy of the page lets it load. */
function isShown(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'https:' || url.origin === location.origin)
}
