/**
 * Collects what a shop of one's own consists of into `template`: the files of the repository that run, without tests,
 * and the console and the command line as they are built. `npm pack` runs it.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { storedName } from './stored-names.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const template = fileURLToPath(new URL('template/', import.meta.url))

const sources = [
  'src',
  'migrations',
  'packages/client',
  'packages/webhooks',
  'examples/storefront',
  'packages/demo-shop',
  'docs',
]
const files = ['.npmrc', 'tsconfig.json', 'packages/cli/bin/commerce.js', 'packages/cli/README.md']
const built = [
  'packages/console/dist',
  'packages/cli/dist',
  'packages/client/contract.gen.ts',
  'packages/webhooks/events.gen.ts',
]
const leftOut = /\.test\.ts$|(^|\/)(build-types\.ts|describe-\w+\.ts|tsconfig\.json)$/

rmSync(template, { recursive: true, force: true })
const tracked = execFileSync('git', ['ls-files', '-z', '--', ...sources, ...files], { cwd: root, encoding: 'utf8' })
const paths = tracked.split('\0').filter((one) => one !== '')
const texts = paths.filter((path) => path.endsWith('.md')).map((path) => readFileSync(join(root, path), 'utf8'))
/** Of the many pictures of `docs`, a shop gets those that a text shows. */
const isShown = (path: string) => !path.endsWith('.png') || texts.some((text) => text.includes(basename(path)))
for (const path of paths) {
  if (path === 'tsconfig.json' || (!leftOut.test(path) && isShown(path))) copy(path)
}
for (const path of built) {
  if (!existsSync(join(root, path))) throw new Error(`${path} is not built: run npm ci`)
  copy(path)
}
/** Packages as they run: nothing is built in a shop's folder. */
for (const name of ['client', 'webhooks', 'cli']) {
  const { scripts: _, devDependencies: __, ...manifest } = readJson(`packages/${name}/package.json`)
  write(`packages/${name}/package.json`, manifest)
}
const { name: _, description: __, scripts: ___, devDependencies: ____, ...project } = readJson('package.json')
const manifest = {
  name: 'a-shop',
  ...project,
  workspaces: ['packages/client', 'packages/webhooks', 'packages/cli', 'examples/storefront'],
  scripts: {
    start: 'exec sh src/entries/run.sh --env-file-if-exists=shop.env src/entries/server.ts',
    worker: 'exec sh src/entries/run.sh --env-file-if-exists=shop.env src/entries/worker.ts',
    storefront: 'exec node --env-file-if-exists=shop.env --conditions=source examples/storefront/server.ts',
    admin: 'node --env-file-if-exists=shop.env src/entries/admin.ts',
  },
}
write('package.json', manifest)
cpSync(join(root, 'package-lock.json'), join(template, 'package-lock.json'))
// What the lock file has of tools that a shop does not need goes; the versions of all else stay.
const lock = ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit']
// A cache of compiled code that is named relative to the working folder would be packed.
const { NODE_COMPILE_CACHE: _____, ...env } = process.env
execFileSync('npm', lock, { cwd: template, env, stdio: ['ignore', 'ignore', 'inherit'] })
for (const name of ['package-lock.json', '.npmrc']) rename(name)

function copy(path: string): void {
  const target = join(template, path)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(join(root, path), target, { recursive: true })
}

function readJson(path: string) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

function write(path: string, value: unknown): void {
  writeFileSync(join(template, path), `${JSON.stringify(value, undefined, 2)}\n`)
}

function rename(name: string): void {
  cpSync(join(template, name), join(template, storedName(name)))
  rmSync(join(template, name))
}
