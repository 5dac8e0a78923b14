import { Problem } from './problems.ts'

const reasons: Record<string, [reason: string, remedy: string]> = {
  ENOSPC: ['the disk is full', 'Free some space, or name a place on another disk.'],
  EDQUOT: ['your share of the disk is used up', 'Free some space, or name a place on another disk.'],
  EFBIG: ['the file would be larger than is allowed here', 'Name a place on another disk.'],
  EROFS: ['the disk is read-only', 'Name another place.'],
  EACCES: ['you may not write there', 'Name another place.'],
  EPERM: ['you may not write there', 'Name another place.'],
  ENOENT: ['its folder does not exist', 'Make the folder, or name another place.'],
  ENOTDIR: ['a part of its path is no folder', 'Name another place.'],
  EISDIR: ['it is a folder', 'Name a file.'],
}

/** What to tell when a file could not be written. */
export function unwritable(what: string, error: unknown): Problem {
  const { code = '', message } = error as NodeJS.ErrnoException
  const [reason, remedy] = reasons[code] ?? [message, undefined]
  return new Problem(`${what} could not be written: ${reason}`, remedy)
}
