import type { Background } from '#src/platform/jobs/runner.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import { joinGuests } from './customers/join-guests.ts'
import type { Dependencies } from './dependencies.ts'
import { sendInvitation } from './staff/invitation-mail.ts'
import { deleteExpiredInvitations } from './staff/invitation-queries.ts'

const forgetInvitations: Sweep<Dependencies> = {
  name: 'merchants.forget-invitations',
  everyMs: () => 600_000,
  run: ({ db }) => deleteExpiredInvitations(db),
}

export const merchantsBackground: Background<Dependencies> = {
  jobs: [sendInvitation, joinGuests],
  sweeps: [forgetInvitations],
}
