import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { t } from '#console/lib/text.ts'

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Queries wait meanwhile and go on by themselves. */
export function Offline() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 bg-warn-2 px-4 py-2 lg:px-8">
          <WifiOff aria-hidden className="size-4 text-warn" />
          {t('No connection. What you see may be out of date; it is read again when the connection is ' + 'back.')}
        </p>
      )}
    </div>
  )
}
