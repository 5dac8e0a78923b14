import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Release } from '#test/chaos/processes.ts'
import type { Cluster } from './cluster.ts'

export const repository = fileURLToPath(new URL('../../', import.meta.url))

/** The source of a commit beside this repository's node_modules. */
export function checkOut(commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', '--format=tar', commit, '--', 'src', 'migrations', 'package.json'], {
    cwd: repository,
    maxBuffer: 1 << 30,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
}

/** A release with the addresses that it knows: one without DATABASE_DIRECT_URL does not work through a pooler. */
export function releaseIn(folder: string, cluster: Cluster): Release {
  const file = ['src/config/config.ts', 'src/config.ts'].map((one) => join(folder, one)).find(existsSync)
  const config = file === undefined ? '' : readFileSync(file, 'utf8')
  const way = config.includes('DATABASE_DIRECT_URL') ? 'pooled' : 'direct'
  return { folder, variables: (name) => cluster.variables(name, way) }
}

/** Undefined outside of a clone, or at its first commit. */
export function commitBefore(): string | undefined {
  if (!existsSync(join(repository, '.git'))) return undefined
  try {
    const options = ['rev-parse', '--verify', '--quiet', 'HEAD~1']
    return execFileSync('git', options, { cwd: repository, encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}
