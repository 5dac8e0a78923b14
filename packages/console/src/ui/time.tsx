import type { PointerEvent } from 'react'
import { exactTime, shortTime, timeAgo } from '#console/lib/format.ts'

/** Only when it is wanted: in a long list, writing times out took a tenth of the time of a frame. */
function nameExactly({ currentTarget }: PointerEvent<HTMLTimeElement>): void {
  currentTarget.title = exactTime(currentTarget.dateTime)
}

/** A moment in the zone of the shop; exactly, on hover. */
export function Time({ at, ago = false }: { at: string; ago?: boolean }) {
  return (
    <time dateTime={at} onPointerEnter={nameExactly} className="whitespace-nowrap">
      {ago ? timeAgo(at) : shortTime(at)}
    </time>
  )
}
