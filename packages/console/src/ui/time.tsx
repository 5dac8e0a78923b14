import { exactTime, shortTime, timeAgo } from '#console/lib/format.ts'

/** A moment in the viewer's zone; exactly, on hover. */
export function Time({ at, ago = false }: { at: string; ago?: boolean }) {
  return (
    <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap">
      {ago ? timeAgo(at) : shortTime(at)}
    </time>
  )
}
