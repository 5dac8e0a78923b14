import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { followChanges } from '#console/data/change-stream.ts'
import { createRinger } from '#console/data/ring.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { createRefresher } from './refresh.ts'

/** Keeps what is shown up to date, and says when a list has more. */
export function Live() {
  const client = useQueryClient()
  const [orders, setOrders] = useState(0)
  const refresher = useRef<ReturnType<typeof createRefresher>>(undefined)
  const isList = useRouterState({ select: ({ location }) => location.pathname === '/orders' })
  useEffect(() => {
    const made = createRefresher(client, setOrders)
    refresher.current = made
    const ring = createRinger(client)
    const stop = followChanges((change) => {
      made.tell(change)
      if (change !== 'reset') void ring(change)
    })
    return () => {
      stop()
      made.stop()
    }
  }, [client])
  const isShown = isList && orders > 0

  function show(): void {
    scrollTo({ top: 0 })
    refresher.current?.showMissed()
    setOrders(0)
  }
  return (
    <div role="status" className="fixed inset-x-0 top-3 z-40 flex justify-center print:hidden">
      {isShown && (
        <Button look="primary" onClick={show}>
          {orders === 1 ? t('Show 1 new order') : t('Show {orders} new orders', { orders })}
        </Button>
      )}
    </div>
  )
}
