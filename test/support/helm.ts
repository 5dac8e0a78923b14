import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { parseAllDocuments, stringify } from 'yaml'
import { root } from './deployment.ts'

/** Of an object of Kubernetes, what tests read. */
export interface KubernetesObject {
  apiVersion: string
  kind: string
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> }
  spec?: Record<string, unknown>
  data?: Record<string, string>
}

export interface Helm {
  /** The objects that the chart makes of these values. @throws what Helm says is wrong */
  render(values: object): KubernetesObject[]
  lint(values: object): string
  remove(): void
}

/** Helm itself: the program (Linux, x64) that a package for AWS brings in an archive. */
export function unpackHelm(): Helm {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-helm-'))
  const archive = createRequire(import.meta.url).resolve('@aws-cdk/asset-kubectl-v20/lib/layer.zip')
  const program = join(folder, 'helm')
  writeFileSync(program, readEntry(readFileSync(archive), 'helm/helm'))
  chmodSync(program, 0o755)
  const chart = join(root, 'deploy/helm/commerce')
  const run = (words: string[], values: object) => {
    const file = join(folder, 'values.yaml')
    writeFileSync(file, stringify(values))
    const env = { HOME: folder, PATH: process.env['PATH'] ?? '' }
    const { status, stdout, stderr } = spawnSync(program, [...words, '--values', file], { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr + stdout)
    return stdout
  }
  return {
    render(values) {
      const text = run(['template', 'shop', chart, '--kube-version', '1.33.0', '--include-crds'], values)
      return parseAllDocuments(text)
        .map((document) => document.toJS())
        .filter((object) => object !== null)
    },
    lint: (values) => run(['lint', chart, '--strict'], values),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const [endOfDirectory, entryOfDirectory] = [0x06054b50, 0x02014b50]

/** One deflated file of a zip archive. */
function readEntry(zip: Buffer, wanted: string): Buffer {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (zip.readUInt32LE(end) !== endOfDirectory) throw new Error('no zip archive')
  let at = zip.readUInt32LE(end + 16)
  while (zip.readUInt32LE(at) === entryOfDirectory) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    if (zip.toString('utf8', at + 46, at + 46 + name) === wanted) {
      const local = zip.readUInt32LE(at + 42)
      const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
      return inflateRawSync(zip.subarray(begin, begin + zip.readUInt32LE(at + 20)))
    }
    at += 46 + name + extra + comment
  }
  throw new Error(`no ${wanted} in the archive`)
}
