#!/usr/bin/env node
/** The commands for those who run the service: `commerce-admin <command> ...`. */
const commands: Record<string, { does: string; run: () => Promise<unknown> }> = {
  'create-merchant': { does: 'creates a merchant, or invites an owner', run: () => import('./create-merchant.ts') },
  'stripe-account': {
    does: 'sets the account at Stripe that a merchant is paid at',
    run: () => import('./stripe-account.ts'),
  },
  leaked: { does: 'after a leak: ends or replaces every secret it could hold', run: () => import('./leaked.ts') },
  migrate: { does: 'brings the database up to date, as each start does', run: () => import('./migrate.ts') },
  backup: { does: 'copies the database and the pictures into a folder', run: () => import('./backup.ts') },
  restore: { does: 'brings a backup back, and recounts it', run: () => import('./restore.ts') },
  'restore-check': { does: 'recounts a database, after a restore', run: () => import('./restore-check.ts') },
  extensions: { does: 'lists extensions, or drops the tables of one', run: () => import('./extensions.ts') },
  version: { does: 'says what runs here: versions, schema, packages', run: () => import('./version.ts') },
}

const [name = ''] = process.argv.splice(2, 1)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command !== undefined) await command.run()
else {
  const lines = Object.entries(commands).map(([known, { does }]) => `  commerce-admin ${known.padEnd(16)} ${does}\n`)
  const usage = `Usage, with --help for what a command takes:\n\n${lines.join('')}`
  const isHelp = name === '--help' || name === '-h'
  ;(isHelp ? process.stdout : process.stderr).write(isHelp || name === '' ? usage : `no command ${name}\n\n${usage}`)
  process.exitCode = isHelp ? 0 : 2
}
