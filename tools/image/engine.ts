import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const image = 'localhost/commerce-platform'
const root = fileURLToPath(new URL('../../', import.meta.url))

/** A running container. */
export interface Container {
  name: string
  port: number
}

export interface Engine {
  folder: string
  /** Makes an image of a folder. */
  importFolder(folder: string, name: string, excluded: readonly string[], environment?: readonly string[]): void
  build(): Promise<void>
  /** Runs a command of podman to its end, and returns its output. */
  podman(...words: string[]): Promise<string>
  /** The same, and returns its exit code, too. */
  podmanStatus(...words: string[]): { code: number | null; output: string }
  /** Ends all containers and removes what the engine stored. */
  close(): void
}

export function findMissing(): string[] {
  const programs = ['buildah', 'podman', 'runc', 'conmon', 'debootstrap', 'tar']
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0)
  return process.getuid?.() === 0 ? missing : ['root', ...missing]
}

/** All that buildah and podman keep is in the folder. */
export function openEngine(folder: string): Engine {
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
  mkdirSync(folder, { recursive: true })
  const settings = join(folder, 'containers.conf')
  // The limits of this machine: to raise them may be refused.
  const limit = (letter: string) => execFileSync('sh', ['-c', `ulimit -H${letter}`], { encoding: 'utf8' }).trim()
  const files = limit('n')
  writeFileSync(
    settings,
    `[containers]\ndefault_ulimits = ["nofile=${files}:${files}", "nproc=4096:4096"]\n` +
      '[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n',
  )
  const options = {
    cwd: root,
    env: { ...process.env, CONTAINERS_CONF: settings },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  } as const
  const run = promisify(execFile)
  return {
    folder,
    importFolder(source, name, excluded, environment = []) {
      const archive = join(folder, 'image.tar')
      execFileSync('tar', ['-C', source, ...excluded.map((path) => `--exclude=./${path}`), '-cf', archive, '.'])
      const changes = environment.flatMap((pair) => ['--change', `ENV ${pair}`])
      execFileSync('podman', [...storage, 'import', '--quiet', ...changes, archive, name], options)
    },
    async build() {
      const words = ['bud', '--isolation', 'chroot', '--pull-never', '--format', 'docker', '--tag', image, '.']
      const { stdout, stderr } = await run('buildah', [...storage, ...words], options)
      writeFileSync(join(folder, 'build.log'), stdout + stderr)
    },
    async podman(...words) {
      return (await run('podman', [...storage, ...words], options)).stdout.trim()
    },
    podmanStatus(...words) {
      const { status, stdout, stderr } = spawnSync('podman', [...storage, ...words], options)
      return { code: status, output: `${stdout}${stderr}`.trim() }
    },
    close() {
      spawnSync('podman', [...storage, 'rm', '--all', '--force', '--volumes', '--time', '1'], options)
      spawnSync('podman', [...storage, 'unmount', '--all', '--force'], options)
      spawnSync('umount', [join(folder, 'storage/overlay')])
    },
  }
}
