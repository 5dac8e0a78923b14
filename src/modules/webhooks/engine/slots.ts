/** Attempts under way in this process, in two lanes. */
export interface Slots {
  /** Free places for attempts at receivers that are well, and at receivers that fail. */
  free(): { healthy: number; failing: number }
  inFlight(): number
  take(failing: boolean): Slot
}

export interface Slot {
  release(): void
}

interface Place extends Slot {
  lane: 'quick' | 'slow'
  since: number
}

/**
 * Receivers that fail, and attempts that have been out for longer than `slowAfterMs`, stand in a lane of their own while
 * there is room in it. So attempts that hang, each for as long as the deadline, leave the quick lane to everyone else.
 */
export function createSlots(
  { quick, slow, slowAfterMs }: { quick: number; slow: number; slowAfterMs: number },
  onFreed: () => void,
): Slots & { stop(): void } {
  const places = new Set<Place>()
  const used = { quick: 0, slow: 0 }
  const limit = { quick, slow }

  const changeLanes = () => {
    const slowSince = performance.now() - slowAfterMs
    // Places are kept in the order they were taken: the first young one ends the search.
    for (const place of places) {
      if (place.since > slowSince || used.slow >= limit.slow) break
      if (place.lane === 'slow') continue
      place.lane = 'slow'
      used.quick -= 1
      used.slow += 1
      onFreed()
    }
  }
  const timer = setInterval(changeLanes, Math.max(10, slowAfterMs / 4))
  timer.unref()

  return {
    free: () => ({ healthy: Math.max(0, limit.quick - used.quick), failing: Math.max(0, limit.slow - used.slow) }),
    inFlight: () => places.size,
    take(failing) {
      const place: Place = {
        lane: failing ? 'slow' : 'quick',
        since: performance.now(),
        release() {
          if (!places.delete(place)) return
          used[place.lane] -= 1
          onFreed()
        },
      }
      places.add(place)
      used[place.lane] += 1
      return place
    },
    stop: () => clearInterval(timer),
  }
}
