import type { Background } from '#src/platform/jobs/runner.ts'
import type { Dependencies } from './dependencies.ts'
import { sendTestMail } from './send-test.ts'

export const mailsBackground: Background<Dependencies> = { jobs: [sendTestMail] }
