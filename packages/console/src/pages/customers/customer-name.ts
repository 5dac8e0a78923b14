import type { Schemas } from '@commerce-platform/client'
import { t } from '#console/lib/text.ts'

type Customer = Schemas['Customer']

/** A name, else that of an address, which a guest has, else the e-mail; an erased account has none of these. */
export function customerName({
  name,
  email,
  is_guest,
  addresses,
}: Pick<Customer, 'name' | 'email' | 'is_guest' | 'addresses'>): string {
  return name || addresses[0]?.name || email || (is_guest ? t('Guest') : t('Erased account'))
}

/** The account is gone; its orders stay. */
export function isErased({ email, is_guest }: Pick<Customer, 'email' | 'is_guest'>): boolean {
  return !is_guest && !email
}

/** What kind of account it is. */
export function customerKind({ email, is_guest, is_verified }: Customer): string {
  if (is_guest) return t('No account')
  if (!email) return t('Erased')
  return is_verified ? t('Registered') : t('Not confirmed')
}
