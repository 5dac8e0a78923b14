import { execFile } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { promisify } from 'node:util'

const sources = [
  'packages/console/{src,public}/**/*',
  'packages/console/{index.html,*.ts,package.json}',
  'packages/client/*.ts',
]

/** `npm ci` builds the console; this rebuilds it if a source has changed since. */
export async function buildConsole(): Promise<void> {
  const built = statSync('packages/console/dist/index.html', { throwIfNoEntry: false })?.mtimeMs ?? 0
  const changed = Math.max(...globSync(sources).map((file) => statSync(file).mtimeMs))
  if (changed > built) await promisify(execFile)(process.execPath, ['packages/console/build.ts'])
}

/** The script that a source of the console has become, such as `src/ui/toast-list.tsx`; for `page.route`. */
export function scriptOf(source: string): string {
  const manifest = JSON.parse(readFileSync('packages/console/dist/manifest.json', 'utf8'))
  const entry: { file: string } | undefined = manifest[source]
  if (entry === undefined) throw new Error(`the console has no script of ${source}`)
  return `**/console/${entry.file}`
}
