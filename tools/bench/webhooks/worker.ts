import { pino } from 'pino'
import { createDependencies } from '#src/app/create-dependencies.ts'
import type { RunningDependencies } from '#src/app/dependencies.ts'
import { readConfig } from '#src/config/config.ts'
import { type DeliveryEngine, startDeliveryEngine } from '#src/modules/webhooks/engine/engine.ts'
import type { EngineOptions } from '#src/modules/webhooks/engine/engine-options.ts'
import { testSecrets } from '../service.ts'
import { answerMessages } from './clock.ts'

/** A process that delivers, and does nothing else. */
export type WorkerMessage =
  | { do: 'start'; databaseUrl: string; options?: Partial<Omit<EngineOptions, 'sender'>> }
  | { do: 'stop' }
  | { do: 'metrics' }

let running: { engine: DeliveryEngine; deps: RunningDependencies } | undefined

answerMessages<WorkerMessage>(async (message) => {
  if (message.do === 'start') {
    const config = readConfig({ LOG_LEVEL: 'silent' })
    const deps = await createDependencies(config, message.databaseUrl, testSecrets, pino({ level: 'warn' }))
    running = { deps, engine: startDeliveryEngine(deps, message.options ?? {}) }
  } else if (message.do === 'metrics') {
    return { text: await running?.deps.metrics.metrics() }
  } else {
    await running?.engine.stop()
    await running?.deps.close()
    running = undefined
  }
  return {}
})
