import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** An empty project into which the packed tarballs of our packages were installed, without the registry. */
export interface Project {
  folder: string
  /** Writes a file of the project. */
  write(path: string, text: string): void
  /** A package of ours that the project needs to be tried, such as `fastify`. */
  link(name: string): void
  close(): void
}

function dependenciesOf(folder: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return Object.keys(dependencies).flatMap((name) => {
    const path = `./node_modules/${name}`
    return [path, ...dependenciesOf(join(root, path))]
  })
}

export async function makeProject(): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'))
  const tarballs = join(folder, 'tarballs')
  mkdirSync(tarballs)
  const pack = (...what: string[]) => run('npm', ['pack', '--pack-destination', tarballs, ...what], { cwd: root })
  await pack('--workspace', 'packages/client', '--workspace', 'packages/webhooks')
  // What they depend on comes from this checkout.
  const needed = ['packages/client', 'packages/webhooks'].flatMap((path) => dependenciesOf(join(root, path)))
  await pack('--ignore-scripts', ...new Set(needed))
  writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}')
  const files = readdirSync(tarballs).map((name) => `./tarballs/${name}`)
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...files], { cwd: folder })
  const project: Project = {
    folder,
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    },
    link(name) {
      const place = join(folder, 'node_modules', name)
      mkdirSync(dirname(place), { recursive: true })
      symlinkSync(join(root, 'node_modules', name), place)
    },
    close: () => rmSync(folder, { recursive: true }),
  }
  project.link('@types/node')
  return project
}

/** The programs of a page of the docs: its blocks that begin with a comment that names their file. */
export function programsOf(page: string): Map<string, string> {
  const text = readFileSync(join(root, page), 'utf8')
  const blocks = text.matchAll(/^```\w+\n(?:---\n)?\/\/ (\S+\.\w+)\n(.*?)^```$/gms)
  return new Map([...blocks].map(([, name = '', program = '']) => [name, program]))
}

/** TypeScript 5.9 and 7, as this checkout has them. */
const compilers = {
  '5.9': 'packages/client/node_modules/typescript/bin/tsc',
  '7': 'node_modules/typescript/bin/tsc',
}

/** Compiles programs of a project, strictly and with the declarations of the packages, by each TypeScript. */
export async function compileStrictly(project: Project, files: readonly string[]): Promise<void> {
  const options = {
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noImplicitOverride: true,
    noPropertyAccessFromIndexSignature: false,
    verbatimModuleSyntax: true,
    outDir: 'build',
  }
  project.write('tsconfig.json', JSON.stringify({ compilerOptions: options, files }))
  for (const [version, compiler] of Object.entries(compilers)) {
    const { stdout } = await run(process.execPath, [join(root, compiler), '--version'])
    if (!stdout.includes(`Version ${version}`)) throw new Error(`${compiler} is ${stdout}`)
    await run(process.execPath, [join(root, compiler)], { cwd: project.folder }).catch((error) => {
      throw new Error(`TypeScript ${version}: ${error.stdout}`)
    })
  }
}

/**
 * The runtimes to try: this one, and those of NODE_BINARIES, separated by colons (`npm run test:packages` gets them).
 */
export const runtimes = [...new Set([process.execPath, ...(process.env['NODE_BINARIES'] ?? '').split(':')])].filter(
  (path) => path !== '',
)

export async function runProgram(
  { folder }: Project,
  runtime: string,
  program: string,
  env: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await run(runtime, [program], { cwd: folder, env: { PATH: '', ...env }, timeout: 120_000 })
  return stdout
}
