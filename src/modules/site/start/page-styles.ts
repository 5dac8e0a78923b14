import { readdir, readFile } from 'node:fs/promises'
import type { App } from '#src/platform/http/app.ts'
import { serveText } from '#src/platform/http/pages/pages.ts'
import { consoleFolder } from '../console/folder.ts'

/** `/pages.css`. Its fonts are the console's, whose names have a hash of the build; without a build there are none. */
export async function servePageStyles(app: App): Promise<void> {
  const built = await readdir(`${consoleFolder}assets`).catch(() => [])
  const styles = await readFile(new URL('pages.css', import.meta.url), 'utf8')
  const withFonts = styles.replaceAll(/@font-face \{[^}]*?([\w-]+)\.woff2[^}]*\}\n/g, (face, name: string) => {
    const file = built.find((candidate) => candidate.startsWith(`${name}-`) && candidate.endsWith('.woff2'))
    return file === undefined ? '' : face.replace(`${name}.woff2`, file)
  })
  serveText(app, '/pages.css', 'css', withFonts)
}
