import type { Config } from '#src/config.ts'

/** Prints the service's addresses and the demo sign-in to the terminal. */
export function announce(config: Config, address: string): void {
  const lines = [
    `Commerce Platform API   ${address}`,
    `Console                 ${address}/console`,
    `Documentation           ${address}/docs`,
  ]
  if (!config.production && config.ADMIN_EMAIL !== undefined) {
    lines.push(`Demo sign-in            ${config.ADMIN_EMAIL} / ${config.ADMIN_PASSWORD}`)
  }
  process.stdout.on('error', () => {}) // nobody reads it any more; what was to be said is no reason to end
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`)
}
