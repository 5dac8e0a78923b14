import type { Background } from '#src/platform/jobs/runner.ts'
import { collectNotices } from './collect.ts'
import type { Dependencies } from './dependencies.ts'
import { sendDigests } from './send-digests.ts'

export const notificationBackground: Background<Dependencies> = {
  sweeps: [
    { name: 'notifications.collect', everyMs: () => 5_000, run: (deps) => collectNotices(deps) },
    { name: 'notifications.send-digests', everyMs: () => 60_000, run: (deps) => sendDigests(deps) },
  ],
}
