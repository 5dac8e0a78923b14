import { read } from '@commerce-platform/client'
import type { QueryClient } from '@tanstack/react-query'
import type { Change } from './change-stream.ts'
import { api, may } from './session.ts'

const storageKey = 'console-ring'

/** Whether this browser rings for new orders. */
export const isRingOn = () => localStorage.getItem(storageKey) === 'yes'

export function setRing(isOn: boolean): void {
  if (isOn) localStorage.setItem(storageKey, 'yes')
  else localStorage.removeItem(storageKey)
}

/** Two short notes. A browser that has not been clicked in yet stays silent. */
export function ringOnce(): void {
  const audio = new AudioContext()
  const notes = [880, 1_320]
  notes.forEach((pitch, index) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()]
    const begins = audio.currentTime + index * 0.18
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.15, begins)
    volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.35)
    tone.connect(volume).connect(audio.destination)
    tone.start(begins)
    tone.stop(begins + 0.35)
  })
  setTimeout(() => void audio.close().catch(() => {}), 1_500)
}

/** Rings once for each order that is paid, or agreed: as the mails about new orders. */
export function createRinger(client: QueryClient) {
  const rung = new Set<string>()
  return async ({ type, id }: Change): Promise<void> => {
    if (!isRingOn() || !may('orders.read') || rung.has(id)) return
    if (type !== 'order.created' && type !== 'order.payment_succeeded') return
    if (type === 'order.created' && !(await isAgreed(client, id))) return
    if (rung.has(id)) return
    rung.add(id)
    ringOnce()
  }
}

async function isAgreed(client: QueryClient, id: string): Promise<boolean> {
  const order = await client
    .fetchQuery({
      queryKey: ['order', id],
      queryFn: ({ signal }) => read(api.GET('/admin/orders/{id}', { params: { path: { id } }, signal })),
    })
    .catch(() => undefined)
  if (order === undefined) return false
  const isByHand = order.payment_terms !== undefined && order.payment_terms.kind !== 'card'
  return order.source === 'staff' || isByHand
}
