import type { Config } from '#src/config.ts'

/** Says, to the person at the terminal, where the service is and how to sign in to the demo. */
export function announce(config: Config, address: string): void {
  const lines = [`Commerce Platform API   ${address}`, `Documentation           ${address}/docs`]
  if (!config.production && config.ADMIN_EMAIL !== undefined) {
    lines.push(`Demo sign-in            ${config.ADMIN_EMAIL} / ${config.ADMIN_PASSWORD}   (POST /admin/login)`)
  }
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`)
}
