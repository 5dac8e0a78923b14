import type { Readable } from 'node:stream'

/** A file, or the bytes of it that were asked for, as it is read. */
interface Blob {
  /** Of what is read. */
  size: number
  content: Readable
}

/**
 * Where files are kept that are too large for the database. A name is `<owner>-<rest>`, the owner 32 hex digits; the
 * bytes of a name never change. A failure of the store itself is thrown as it comes.
 */
export interface BlobStore {
  /** Copies a file into the store. Once it resolves, the bytes outlast a power failure. */
  put(name: string, file: string, contentType: string): Promise<void>
  /** Undefined if there is no such file. `range`: its first and last byte, of those that it has. */
  read(name: string, range?: { first: number; last: number }): Promise<Blob | undefined>
  /** In bytes; undefined if there is no such file. */
  sizeOf(name: string): Promise<number | undefined>
  /** Deletes all files of an owner. */
  removeOf(owner: string): Promise<void>
  /** Every name with the time of its last change, in no order. */
  names(): AsyncIterable<{ name: string; changedAt: Date }>
  /** Kept in the store itself, so that it is the same for all who share the store, and goes with a copy of it. */
  identity(): Promise<string>
  close(): void
}

/** Digits of the owner of a name. */
export const ownerLength = 32
