import { execFileSync } from 'node:child_process'

/**
 * Keeps the source of a release for the upgrade tests: `npm run keep-release -- <commit>` writes
 * `test/upgrade/releases/<commit>.tar.gz`, what is needed to run it beside this repository's node_modules.
 */
const parts = ['src', 'migrations', 'package.json', ':(exclude)*.test.ts']

const [commit] = process.argv.slice(2)
if (commit === undefined) {
  process.stderr.write('which commit? npm run keep-release -- <commit>\n')
  process.exit(1)
}
const git = (...options: string[]) => execFileSync('git', options, { encoding: 'utf8' }).trim()
const file = `test/upgrade/releases/${git('rev-parse', '--short=7', `${commit}^{commit}`)}.tar.gz`
git('archive', '--format=tar.gz', '-9', `--output=${file}`, commit, '--', ...parts)
process.stdout.write(`${file}\n`)
