/** `npm run release -- 0.3.0 [--dry-run]`: makes a release of the commit that is checked out. See docs/releasing.md. */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeRelease, type Plan, planRelease, ReleaseRefused, repositoryAt } from './packages/make-release.ts'

const usage = 'which version? npm run release -- 0.3.0 [--dry-run]'

/** Exit codes: 0 done, 1 refused or failed, and then everything is as before. */
try {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [version, ...more] = positionals
  if (version === undefined || more.length > 0) throw new ReleaseRefused(usage)
  const repository = repositoryAt(fileURLToPath(new URL('..', import.meta.url)))
  const plan = planRelease(repository, version, new Date().toISOString().slice(0, 10))
  if (values['dry-run']) process.stdout.write(describe(plan))
  else {
    // Ctrl-C ends the step that runs, and the step's failure takes everything back.
    process.on('SIGINT', () => {})
    makeRelease(repository, plan, (line) => void process.stdout.write(`${line}\n`))
    process.stdout.write(next(plan))
  }
} catch (error) {
  const { stderr, message } = error as { stderr?: string; message: string }
  const isRefusal = error instanceof ReleaseRefused
  const undone = isRefusal ? '' : '\nThe tree, the commits and the tags are as they were.'
  process.stderr.write(`release: ${message}${stderr ? `\n${stderr.slice(-2_000)}` : ''}${undone}\n`)
  process.exitCode = 1
}

function describe({ before, version, tag, packages, folder, log }: Plan): string {
  return `${before} → ${version}: nothing was changed. The release
  sets the version of the service and of its packages, and the heading of CHANGELOG.md (${log.notes.length} characters)
  runs npm run generate, and commits "Release ${version}"
  packs ${packages.join(', ')}, the source and its SBOM into ${folder}
  makes the tag ${tag}
`
}

function next({ version, tag, folder }: Plan): string {
  return `release ${version} is in ${folder}; nothing has left this machine. Next:
  (cd ${folder} && sha256sum --check SHA256SUMS)
  git push --atomic origin HEAD ${tag}
  npm run keep-release -- ${tag}   # for the upgrade tests of the next one, as a commit of its own
`
}
