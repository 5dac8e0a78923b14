import { useCallback, useEffect, useRef } from 'react'

/** The header tells whole seconds: half of one is its mean error. */
const halfSecond = 500

/** By how many milliseconds the clock of the service is ahead of this browser's. */
async function measure(): Promise<number> {
  const begun = Date.now()
  const answer = await fetch('/console/favicon.svg', { cache: 'no-store' })
  const date = Date.parse(answer.headers.get('date') ?? '')
  return Number.isNaN(date) ? 0 : date + halfSecond - (begun + Date.now()) / 2
}

/** Moments by the clock of the service, which compares them with those of sales; until it is known by this one. */
export function useServiceClock(): () => string {
  const ahead = useRef(0)
  useEffect(() => {
    void measure().then(
      (ms) => {
        // Less cannot be told apart from the seconds of the header.
        if (Math.abs(ms) > 2 * halfSecond) ahead.current = ms
      },
      () => undefined,
    )
  }, [])
  return useCallback(() => new Date(Date.now() + ahead.current).toISOString(), [])
}
