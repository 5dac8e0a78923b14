#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { renamed } from './stored-names.ts'

const usage = `Usage: npm create @commerce-platform/shop [folder] [-- --empty] [-- --no-install]

Makes a folder (default: my-shop) with the Commerce Platform, a storefront and settings of your own.

  --empty        without the products and orders of the demo shop
  --no-install   without npm install
`

const template = fileURLToPath(new URL('../template/', import.meta.url))

function main(): number {
  const { folder, empty, install, help } = readArguments()
  if (help) {
    process.stdout.write(usage)
    return 0
  }
  const target = resolve(folder)
  if (existsSync(target) && readdirSync(target).length > 0) {
    process.stderr.write(`${target} is not empty. Name another folder: npm create @commerce-platform/shop a-name\n`)
    return 1
  }
  cpSync(template, target, { recursive: true })
  for (const [name, stored] of renamed) renameSync(join(target, stored), join(target, name))
  for (const file of ['package.json', 'package-lock.json']) nameProject(join(target, file), packageName(target))
  writeFileSync(join(target, 'shop.env'), settings(empty), { mode: 0o600 })
  writeFileSync(join(target, '.gitignore'), 'node_modules\n/data/\nshop.env\n')
  writeFileSync(join(target, 'README.md'), readme(basename(target)))
  process.stdout.write(`Made ${target}.\n`)
  if (install && !installPackages(target)) {
    process.stderr.write(`npm install has failed. Run it again in ${target}.\n`)
    return 1
  }
  process.stdout.write(nextSteps(folder, install))
  return 0
}

function readArguments() {
  const options = {
    empty: { type: 'boolean' },
    'no-install': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  }
  try {
    const { values, positionals } = parseArgs({
      options: options as Record<string, { type: 'boolean' }>,
      allowPositionals: true,
    })
    if (positionals.length > 1) throw new Error(`one folder, please, and not ${positionals.join(' and ')}`)
    const { empty, help } = values
    return {
      folder: positionals[0] ?? 'my-shop',
      empty: empty === true,
      install: values['no-install'] !== true,
      help: help === true,
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}

/** A name that npm takes. */
function packageName(target: string): string {
  const name = basename(target)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return name === '' ? 'my-shop' : name
}

function nameProject(file: string, name: string): void {
  const content = JSON.parse(readFileSync(file, 'utf8'))
  content.name = name
  if (content.packages?.['']) content.packages[''].name = name
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`)
}

function installPackages(target: string): boolean {
  process.stdout.write('Installing…\n')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: target,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status === 0
}

function settings(empty: boolean): string {
  return `# Settings of this shop. Variables of the environment go before them.
# All of them: docs/operations/configuration.md, or http://localhost:3000/guide/operations/configuration.

# The demo shop: products, orders, staff. Only a first start looks at it.
DEMO_DATA=${!empty}

# The first shop and its owner, whom the first start makes.
#MERCHANT_NAME=My shop
#MERCHANT_CURRENCY=EUR
#ADMIN_EMAIL=admin@example.com
#ADMIN_PASSWORD=demo-password

# Where the database is: here, or at an address of your own.
DATA_DIR=data
#DATABASE_URL=postgres://user:password@localhost/shop

# Where people reach the service.
#PUBLIC_URL=https://api.example

# The storefront: where the service is, and a key of it (Settings, API keys in the console). Without a key it makes
# itself one in the demo shop.
COMMERCE_URL=http://localhost:3000
#COMMERCE_STOREFRONT_KEY=
#STOREFRONT_URL=https://shop.example

# Proxies in front of the service and the storefront, by address or range, so that limits count visitors.
#TRUST_PROXY=127.0.0.1
`
}

function readme(name: string): string {
  return `# ${name}

\`\`\`sh
npm start               # the service: http://localhost:3000/console
npm run storefront      # the shop, in another terminal; it prints its address
\`\`\`

Sign in at the console with admin@example.com / demo-password.

| folder | |
|---|---|
| \`examples/storefront\` | your shop's pages: change them as you like |
| \`shop.env\` | settings; not for version control |
| \`data\` | the database and the pictures; delete it to start over |
| \`src\`, \`migrations\`, \`packages\` | the platform |
| \`docs\` | its guide, which the service shows at /guide |

\`npx commerce --help\` is the command line, \`npm run admin\` the commands of an operator.
`
}

function nextSteps(folder: string, installed: boolean): string {
  return `
Next:

  cd ${/^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder)}${installed ? '' : '\n  npm install'}
  npm start               # the service: http://localhost:3000/console
  npm run storefront      # the shop, in another terminal

Sign in at the console with admin@example.com / demo-password.
`
}

process.exitCode = main()
