import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Engine } from './engine.ts'

/** Folders that the official slim image has emptied, too. */
const emptied = ['var/cache/apt/*', 'var/lib/apt/lists/*', 'usr/share/doc/*', 'usr/share/man/*', 'usr/share/locale/*']

/**
 * What stands in for the two official images: a minimal Debian, and that with the Node.js of node_modules and an npm at
 * the places where the official image has them.
 */
export function makeBaseImages(engine: Engine): void {
  const base = join(engine.folder, 'base')
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
  const [, version] = /^ARG NODE_VERSION=(\S+)$/m.exec(dockerfile) ?? []
  execFileSync('debootstrap', ['--variant=minbase', 'trixie', base, 'http://deb.debian.org/debian'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  engine.importFolder(base, 'docker.io/library/debian:trixie-slim', emptied)

  const node = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))
  copyFileSync(node, join(base, 'usr/local/bin/node'))
  const npm = join(base, 'usr/local/lib/node_modules/npm')
  mkdirSync(npm, { recursive: true })
  const [packed] = JSON.parse(execFileSync('npm', ['pack', 'npm@11', '--json'], { cwd: base, encoding: 'utf8' }))
  execFileSync('tar', ['-xzf', join(base, packed.filename), '-C', npm, '--strip-components=1'])
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm'))
  engine.importFolder(base, `docker.io/library/node:${version}-trixie-slim`, emptied, trust(base))
}

/** The certificates that this machine trusts beyond Debian's, for npm in the image. */
function trust(base: string): string[] {
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  if (certificates === undefined || !existsSync(certificates)) return []
  cpSync(certificates, join(base, 'etc/extra-certificates.pem'), { dereference: true })
  mkdirSync(join(base, 'usr/local/etc'), { recursive: true })
  writeFileSync(join(base, 'usr/local/etc/npmrc'), 'cafile=/etc/extra-certificates.pem\n')
  return ['NODE_EXTRA_CA_CERTS=/etc/extra-certificates.pem']
}
