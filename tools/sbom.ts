/** `npm run sbom`: writes `sbom.cdx.json`, which git ignores. A release has one (docs/releasing.md). */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { makeSbom } from './packages/make-sbom.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
writeFileSync(`${root}sbom.cdx.json`, `${JSON.stringify(makeSbom(root), null, 2)}\n`)
