import { newId } from '#src/platform/lib/ids.ts'
import type { EventOfModule, SampleShop } from '#src/platform/module.ts'
import { User } from '../schemas.ts'

const data = { user: User }

const sample = ({ at }: SampleShop) => ({
  id: newId(),
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  phone: '+442079460017',
  is_verified: false,
  is_guest: false,
  created_at: at.toISOString(),
})
const erased = { email: '', name: null, phone: null, is_verified: false }

export const accountEvents = {
  'user.created': { summary: 'A user registered', data, sample: (shop) => ({ user: sample(shop) }) },
  'user.updated': {
    summary: 'A user changed their profile',
    data,
    sample: (shop) => ({ user: { ...sample(shop), phone: '+442079460018' } }),
  },
  'user.deleted': {
    summary: 'A user erased their account',
    data,
    sample: (shop) => ({ user: { ...sample(shop), ...erased } }),
  },
  'user.verified': {
    summary: 'A user confirmed their e-mail address',
    data,
    sample: (shop) => ({ user: { ...sample(shop), is_verified: true } }),
  },
} satisfies Record<string, EventOfModule>
