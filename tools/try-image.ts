/**
 * `npm run try:image -- [--keep]`: builds the image from the Dockerfile and runs it as compose.yaml does, without
 * Docker: buildah and podman carry out what is written. Needs root and Debian packages, which it names. The images that
 * the Dockerfile begins with are made here: Debian by debootstrap, Node.js and npm from npm's registry.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommandLine, refuseWords } from './command-line.ts'
import { makeBaseImages } from './image/base-images.ts'
import { type Engine, findMissing, openEngine } from './image/engine.ts'
import { inspectImage } from './image/inspect-image.ts'
import { runService } from './image/run-service.ts'
import { sellSomething } from './image/sell-something.ts'

const { keep } = readCommandLine(
  'npm run try:image -- [--keep]',
  { keep: { type: 'boolean', default: false } },
  (values, words) => {
    refuseWords(words)
    return values
  },
)
const missing = findMissing()
if (missing.length > 0) {
  process.stdout.write(`missing: ${missing.join(', ')}\n`)
  process.stdout.write('apt-get install --no-install-recommends buildah podman runc conmon debootstrap\n')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'commerce-image-'))
const engine = openEngine(folder)
try {
  await tryImage(engine)
} finally {
  engine.close()
  if (keep) process.stdout.write(`kept: ${folder}\n`)
  else rmSync(folder, { recursive: true, force: true })
}

async function tryImage(engine: Engine): Promise<void> {
  const timed = async <T>(what: string, work: () => T | Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    process.stdout.write(`${seconds.padStart(7)} s  ${what}${typeof result === 'string' ? `: ${result}` : ''}\n`)
    return result
  }
  await timed('base images', () => makeBaseImages(engine))
  await timed('buildah carries out the Dockerfile', () => engine.build())
  await timed('the image', () => inspectImage(engine))
  await runService(engine, timed, async (web, owner) => {
    await timed('an order, and a picture that the worker drew', () => sellSomething(web, owner))
  })
}
