import { Gauge, type Registry } from 'prom-client'
import type { Config } from '#src/config/config.ts'
import { configurationWarnings } from '#src/config/production.ts'
import type { Logger } from '#src/platform/lib/logger.ts'

/** Logged once per start, however many processes it has. */
export function warnOfConfiguration(config: Config, logger: Logger): void {
  for (const { setting, message } of configurationWarnings(config))
    logger.warn({ setting }, `${setting} ${message}; production seldom means that`)
}

type ProxyConfig = Pick<Config, 'production' | 'HOST' | 'TLS_CERT_FILE' | 'TRUST_PROXY'>

/**
 * Says at the start of the service what only its requests can show later (`warnOfForgottenProxy`): without TRUST_PROXY
 * all shoppers behind a proxy have one address.
 */
export function sayWhoseAddressCounts({ production, HOST, TLS_CERT_FILE, TRUST_PROXY }: ProxyConfig, logger: Logger) {
  if (TRUST_PROXY !== false) return
  const setting = { setting: 'TRUST_PROXY' }
  if (production && TLS_CERT_FILE === undefined)
    logger.warn(
      setting,
      'production refuses requests without TLS, and nothing ends it: set TRUST_PROXY to the address of the proxy ' +
        'that does, or TLS_CERT_FILE and TLS_KEY_FILE',
    )
  else if (production || !/^(127\.|::1$|localhost$)/.test(HOST))
    logger.info(
      setting,
      'TRUST_PROXY names no proxy: if one stands before the service, set TRUST_PROXY to its address, since all ' +
        'shoppers share its limits until then',
    )
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
