import { Gauge, type Registry } from 'prom-client'
import type { Config } from '#src/config.ts'
import { configurationWarnings } from '#src/config-production.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

/** Logged once per start, however many processes it has. */
export function warnOfConfiguration(config: Config, logger: Logger): void {
  for (const { setting, message } of configurationWarnings(config))
    logger.warn({ setting }, `${setting} ${message}; production seldom means that`)
}

/** All processes have the same configuration, so it is not summed. */
export function registerConfigurationMetrics(registry: Registry, config: Config): void {
  const gauge = new Gauge({
    name: 'configuration_warnings',
    help: 'Settings that are allowed in production and seldom meant, 1 for each.',
    labelNames: ['setting'],
    registers: [registry],
    aggregator: 'max',
  })
  for (const { setting } of configurationWarnings(config)) gauge.set({ setting }, 1)
}
