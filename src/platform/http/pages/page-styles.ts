import { readdir } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { consoleFolder } from './console.ts'
import { readPageFile, serveText } from './pages.ts'

/** `/pages.css`. Its fonts are the console's, whose names have a hash of the build; without a build there are none. */
export async function servePageStyles(app: FastifyInstance): Promise<void> {
  const built = await readdir(`${consoleFolder}assets`).catch(() => [])
  const styles = await readPageFile('pages.css')
  const withFonts = styles.replaceAll(/@font-face \{[^}]*?([\w-]+)\.woff2[^}]*\}\n/g, (face, name: string) => {
    const file = built.find((candidate) => candidate.startsWith(`${name}-`) && candidate.endsWith('.woff2'))
    return file === undefined ? '' : face.replace(`${name}.woff2`, file)
  })
  serveText(app, '/pages.css', 'css', withFonts)
}
