import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { isBefore, release } from '#src/platform/lib/release.ts'
import { BackupFault } from './fault.ts'
import { digestOf } from './files.ts'

export const manifestName = 'manifest.json'
const format = 1

/** Within the backup: a manifest from elsewhere names no file outside of it. */
const path = Type.String({ pattern: '^(database|media)(/[^/\\0]+)*$' })

const Manifest = Type.Object({
  format: Type.Literal(format),
  /** Version of the service. */
  release: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+' }),
  /** Everything that was acknowledged before this moment is in the backup. */
  begun: Type.String(),
  database: Type.Object({
    /** A copy of the folder of the embedded server, or what `pg_dump --format=directory` wrote. */
    kind: Type.Union([Type.Literal('cluster'), Type.Literal('dump')]),
    /** Version of the server, such as 18.4. */
    server: Type.String(),
    /** The newest numbered migration. */
    migration: Type.String(),
    newestOrder: Type.Union([Type.String(), Type.Null()]),
  }),
  /** Where pictures are: in the backup, or in a bucket, which is not part of it. */
  media: Type.String(),
  sealKeys: Type.Array(Type.Object({ kid: Type.String(), fingerprint: Type.String() })),
  folders: Type.Array(path),
  files: Type.Record(path, Type.Object({ size: Type.Integer(), sha256: Type.String() })),
})

export type Manifest = Static<typeof Manifest>

export const manifestFormat = { format, release } as const

/** @throws BackupFault if the folder is no backup, or one that this release cannot read */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new BackupFault(`${folder} has no ${manifestName}: it is no backup, or one that was not finished`)
  })
  const found = parse(text)
  if (typeof found === 'object' && found !== null && 'format' in found && found.format !== format)
    throw new BackupFault(`${folder} has the format ${found.format}, this release reads ${format}`)
  if (!Value.Check(Manifest, found) || Object.keys(found.files).some(leavesFolder) || found.folders.some(leavesFolder))
    throw new BackupFault(`${join(folder, manifestName)} is damaged; take another backup`)
  if (isBefore(release, found.release))
    throw new BackupFault(
      `the backup was made by release ${found.release}, this is ${release}; restore it with that one`,
    )
  return found
}

const leavesFolder = (name: string) => name.split('/').includes('..')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is wrong with the files of a backup, a line for each. */
export async function findDamages(folder: string, { files }: Manifest): Promise<string[]> {
  const damages: string[] = []
  for (const [name, { size, sha256 }] of Object.entries(files)) {
    const place = join(folder, name)
    const found = await stat(place).catch(() => undefined)
    if (found === undefined) damages.push(`${name} is missing`)
    else if (found.size !== size) damages.push(`${name} has ${found.size} bytes instead of ${size}`)
    else if ((await digestOf(place)).sha256 !== sha256) damages.push(`${name} has another content (SHA-256)`)
  }
  return damages
}
