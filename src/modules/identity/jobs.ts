import type { Background } from '#src/platform/jobs/runner.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import { deleteOldAttempts } from './attempts/queries.ts'
import type { Dependencies } from './dependencies.ts'
import { deleteOldEmailChanges } from './email-change/queries.ts'
import { sendMail } from './mails/mailing.ts'
import { deleteExpiredMailTokens } from './mails/token-queries.ts'
import { eraseGuests } from './profile/erase-guests.ts'
import { deleteEndedSessions } from './sessions/queries.ts'
import { deleteOldRefreshAnswers } from './sessions/refresh-queries.ts'
import { deleteExpiredChallenges } from './sign-in/challenge-queries.ts'

/** Ended sessions are kept this long, because they make a device known (attempts.ts). */
const endedRetentionDays = 30

const forgetSessions: Sweep<Dependencies> = {
  name: 'identity.forget-sessions',
  everyMs: () => 600_000,
  async run({ db, config }) {
    const retentionSeconds = Math.max(endedRetentionDays * 86_400, 2 * config.ACCESS_TOKEN_TTL_SECONDS)
    while ((await deleteEndedSessions(db, retentionSeconds)) > 0);
  },
}

const forgetRefreshAnswers: Sweep<Dependencies> = {
  name: 'identity.forget-refresh-answers',
  everyMs: () => 10_000,
  run: ({ db, config }) => deleteOldRefreshAnswers(db, config.REFRESH_GRACE_SECONDS),
}

const forgetMailTokens: Sweep<Dependencies> = {
  name: 'identity.forget-mail-tokens',
  everyMs: () => 600_000,
  run: ({ db }) => deleteExpiredMailTokens(db),
}

/** Lifetime of a pending address: an unconfirmed one was mistyped, or is no longer wanted. */
const pendingDays = 7

const forgetEmailChanges: Sweep<Dependencies> = {
  name: 'identity.forget-email-changes',
  everyMs: () => 600_000,
  run: ({ db }) => deleteOldEmailChanges(db, pendingDays),
}

const forgetAttempts: Sweep<Dependencies> = {
  name: 'identity.forget-attempts',
  everyMs: () => 60_000,
  run: ({ db }) => deleteOldAttempts(db),
}

const forgetChallenges: Sweep<Dependencies> = {
  name: 'identity.forget-challenges',
  everyMs: () => 600_000,
  run: ({ db }) => deleteExpiredChallenges(db),
}

export const identityBackground: Background<Dependencies> = {
  jobs: [sendMail],
  sweeps: [
    eraseGuests,
    forgetSessions,
    forgetRefreshAnswers,
    forgetMailTokens,
    forgetEmailChanges,
    forgetAttempts,
    forgetChallenges,
  ],
}
