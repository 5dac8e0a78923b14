import type { Schemas } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { shopOptions } from './queries.ts'

export type Carrier = Schemas['Carrier']

const none: readonly Carrier[] = []

/** Those of the shop, whose parcels can be followed. */
export function useCarriers(): readonly Carrier[] {
  return useQuery(shopOptions).data?.carriers ?? none
}

/** As the service makes it: undefined if the shop has no such carrier, or there is no number. */
export function trackingAddress(carriers: readonly Carrier[], carrier: string, number: string): string | undefined {
  const key = (name: string) => name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
  const pattern = carriers.find(({ name }) => key(name) === key(carrier))?.tracking_pattern
  if (pattern === undefined || number.trim() === '') return undefined
  return pattern.replaceAll('{tracking_number}', () => encodeURIComponent(number.trim()))
}
