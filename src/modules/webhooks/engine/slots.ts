/** Limits the attempts under way in this process, in two lanes. */
export interface Slots {
  /** Free slots for healthy and for failing receivers. */
  free(): { healthy: number; failing: number }
  inFlight(): number
  take(failing: boolean): Slot
}

export interface Slot {
  release(): void
}

interface LaneSlot extends Slot {
  lane: 'quick' | 'slow'
  since: number
}

/**
 * Attempts at failing receivers, and attempts that take longer than `slowAfterMs`, use the slow lane while it has room.
 * So attempts that hang until the deadline do not fill the quick lane.
 */
export function createSlots(
  { quick, slow, slowAfterMs }: { quick: number; slow: number; slowAfterMs: number },
  onFreed: () => void,
): Slots & { stop(): void } {
  const taken = new Set<LaneSlot>()
  const used = { quick: 0, slow: 0 }
  const limit = { quick, slow }

  const changeLanes = () => {
    const slowSince = performance.now() - slowAfterMs
    // A Set keeps the order of insertion: after the first young slot all are young.
    for (const slot of taken) {
      if (slot.since > slowSince || used.slow >= limit.slow) break
      if (slot.lane === 'slow') continue
      slot.lane = 'slow'
      used.quick -= 1
      used.slow += 1
      onFreed()
    }
  }
  const timer = setInterval(changeLanes, Math.max(10, slowAfterMs / 4))
  timer.unref()

  return {
    free: () => ({ healthy: Math.max(0, limit.quick - used.quick), failing: Math.max(0, limit.slow - used.slow) }),
    inFlight: () => taken.size,
    take(failing) {
      const slot: LaneSlot = {
        lane: failing ? 'slow' : 'quick',
        since: performance.now(),
        release() {
          if (!taken.delete(slot)) return
          used[slot.lane] -= 1
          onFreed()
        },
      }
      taken.add(slot)
      used[slot.lane] += 1
      return slot
    },
    stop: () => clearInterval(timer),
  }
}
