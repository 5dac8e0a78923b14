/** `npm run sbom`: writes `sbom.cdx.json`, the same for the same lock file whatever the folder is called. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stableSbom } from './packages/stable-sbom.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { name } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
const text = execFileSync('npm', ['sbom', ...options], { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 })
writeFileSync(`${root}sbom.cdx.json`, `${JSON.stringify(stableSbom(JSON.parse(text), name), null, 2)}\n`)
