import { Gauge, type Registry } from 'prom-client'
import type { Config } from '#src/config/config.ts'
import { configurationWarnings } from '#src/config/production.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

/** Logged once per start, however many processes it has. */
export function warnOfConfiguration(config: Config, logger: Logger): void {
  for (const { setting, message } of configurationWarnings(config))
    logger.warn({ setting }, `${setting} ${message}; production seldom means that`)
}

export function registerConfigurationMetrics(registry: Registry, config: Config): void {
  const gauge = gaugeOf(registry)
  for (const { setting } of configurationWarnings(config)) gauge.set({ setting }, 1)
}

/** For what only requests show. */
export function countConfigurationWarning(registry: Registry, setting: keyof Config): void {
  gaugeOf(registry).set({ setting }, 1)
}

const name = 'configuration_warnings'

/** All processes have the same configuration, so it is not summed. */
function gaugeOf(registry: Registry): Gauge {
  const existing = registry.getSingleMetric(name)
  if (existing instanceof Gauge) return existing
  const help = 'Settings that are allowed in production and seldom meant, or wrong as requests show, 1 for each.'
  return new Gauge({ name, help, labelNames: ['setting'], registers: [registry], aggregator: 'max' })
}
