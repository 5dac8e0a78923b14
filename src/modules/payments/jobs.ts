import type { Background } from '#src/platform/jobs/runner.ts'
import type { Dependencies } from './dependencies.ts'
import { noteDispute } from './disputes.ts'

export const paymentsBackground: Background<Dependencies> = { jobs: [noteDispute] }
