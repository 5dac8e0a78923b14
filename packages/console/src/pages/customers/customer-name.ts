import type { Schemas } from '@commerce-platform/client'

type Customer = Schemas['Customer']

/** A name, else the address; an erased account has neither. */
export function customerName({ name, email, is_guest }: Pick<Customer, 'name' | 'email' | 'is_guest'>): string {
  return name || email || (is_guest ? 'Guest' : 'Erased account')
}

/** What kind of account it is. */
export function customerKind({ email, is_guest, is_verified }: Customer): string {
  if (is_guest) return 'Guest'
  if (!email) return 'Erased'
  return is_verified ? 'Registered' : 'Not confirmed'
}
