import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Component } from './advisories.ts'

interface Sbom {
  serialNumber?: string
  metadata: { timestamp?: string; component: { name: string } }
  components: Component[]
}

/** A CycloneDX list of every package in the lock file, the same for the same lock file. */
export function makeSbom(root: string): Omit<Sbom, 'serialNumber'> {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const text = execFileSync('npm', ['sbom', ...options], { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 })
  // npm names the product after the folder, and each run by a number and a time of its own.
  const { serialNumber: _number, ...sbom } = JSON.parse(text) as Sbom
  const { timestamp: _time, ...metadata } = sbom.metadata
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return { ...sbom, metadata: { ...metadata, component: { ...metadata.component, name } } }
}
