/**
 * A background process that leases a job and never ends it; a test kills it meanwhile. `hold-job.ts <database url>
 * <ms of a lease>` writes `holding` when it has the job.
 */
import { pino } from 'pino'
import { createDependencies } from '#src/app/create-dependencies.ts'
import { readConfig } from '#src/config/config.ts'
import type { Job } from '#src/platform/jobs/index.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'

const holdForever: Job<object, object> = {
  name: 'test.hold',
  run: () =>
    new Promise(() => {
      process.stdout.write('holding\n')
      setInterval(() => {}, 1_000)
    }),
}

const secrets = [{ kid: 'test', secret: 'a secret of more than thirty-two characters' }]
const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
const deps = await createDependencies(
  config,
  process.argv[2] ?? '',
  { jwt: secrets, seal: secrets },
  pino({ level: 'silent' }),
)
runInBackground(deps, [{ jobs: [holdForever] }], { pollMs: 50, leaseMs: Number(process.argv[3]) })
