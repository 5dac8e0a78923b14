import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { invalid } from '#src/platform/lib/errors.ts'

const inflate = promisify(inflateRaw)

/** Most files of an archive, and bytes of all that is in it. */
const maxFiles = 400
const maxUnpacked = 33_554_432

const [endSignature, entrySignature, localSignature] = [0x06054b50, 0x02014b50, 0x04034b50]
const [endLength, entryLength, localLength] = [22, 46, 30]
const [stored, deflated, encrypted] = [0, 8, 1]

/**
 * The XML files of a zip archive, by its directory. Sizes that it names are not trusted: unpacking ends at the limit.
 * @throws AppError VALIDATION_ERROR
 */
export async function readZip(archive: Buffer): Promise<Buffer[]> {
  const files: Buffer[] = []
  let left = maxUnpacked
  for (const entry of entriesOf(archive)) {
    if (!/\.(xml|c53|camt)$/i.test(entry.name) || /^__MACOSX\//.test(entry.name)) continue
    const file = await unpack(archive, entry, left)
    left -= file.length
    files.push(file)
  }
  if (files.length === 0) throw badZip('has no XML files')
  return files
}

interface Entry {
  name: string
  flags: number
  method: number
  packed: number
  offset: number
}

function entriesOf(archive: Buffer): Entry[] {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + endLength > archive.length || archive.readUInt32LE(end) !== endSignature)
    throw badZip('is not a zip archive, or is cut off')
  const count = archive.readUInt16LE(end + 10)
  if (count > maxFiles) throw badZip(`has more than ${maxFiles} files`)
  let at = archive.readUInt32LE(end + 16)
  return Array.from({ length: count }, () => {
    if (at + entryLength > archive.length || archive.readUInt32LE(at) !== entrySignature)
      throw badZip('has a broken directory')
    const nameLength = archive.readUInt16LE(at + 28)
    const entry: Entry = {
      name: archive.toString('utf8', at + entryLength, at + entryLength + nameLength),
      flags: archive.readUInt16LE(at + 8),
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      offset: archive.readUInt32LE(at + 42),
    }
    at += entryLength + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
    return entry
  })
}

async function unpack(archive: Buffer, { flags, method, packed, offset }: Entry, left: number): Promise<Buffer> {
  if ((flags & encrypted) !== 0) throw badZip('is protected by a password')
  if (offset + localLength > archive.length || archive.readUInt32LE(offset) !== localSignature)
    throw badZip('has a broken directory')
  const start = offset + localLength + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
  const bytes = archive.subarray(start, start + packed)
  if (bytes.length < packed) throw badZip('is cut off')
  if (method !== stored && method !== deflated) throw badZip('is packed in a way that is not supported')
  if (method === stored) {
    if (bytes.length > left) throw tooLarge()
    return bytes
  }
  if (left <= 0) throw tooLarge()
  try {
    return await inflate(bytes, { maxOutputLength: left })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : badZip('is damaged')
  }
}

function tooLarge() {
  return badZip('has more than 32 MiB in it; send fewer files at once')
}

function badZip(message: string) {
  return invalid({ field: 'body', message })
}
