import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import type { BlobStore } from './store.ts'

export interface S3Settings {
  bucket: string
  /** Empty, or with a slash at its end. */
  prefix: string
  /** Of a store other than Amazon's. */
  endpoint: string | undefined
  region: string
  /** Of one request, from the connection to the head of the answer; and of a pause within the answer. */
  patienceMs: number
  /** Names of one answer. */
  namesAtOnce: number
}

const identityName = 'store-id'
const maxTries = 3
/** Larger files, which are videos, are streamed. */
const largestInMemory = 8 * 1_048_576
/** A file is given a second more for each MB. */
const slowestBytesPerMs = 1_000

/**
 * A bucket of an S3-compatible store; its keys come from where the AWS SDK looks for them (AWS_ACCESS_KEY_ID, …). The
 * SDK is loaded with the first request: it takes 100 ms and 20 MB, and many services keep pictures on disk.
 */
export function createS3Store({ bucket, prefix, endpoint, region, patienceMs, namesAtOnce }: S3Settings): BlobStore {
  let loading: ReturnType<typeof load> | undefined
  const load = async () => {
    const sdk = await import('@aws-sdk/client-s3')
    const client: S3Client = new sdk.S3Client({
      region,
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      maxAttempts: maxTries,
      // Other stores do not know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: Math.min(3_000, patienceMs), socketTimeout: patienceMs },
    })
    return { sdk, client }
  }
  /** A request with a deadline for its head; what is streamed then may take longer. */
  async function attempt<T>(
    work: (loaded: Awaited<ReturnType<typeof load>>, signal: AbortSignal) => Promise<T>,
    withinMs = patienceMs,
  ) {
    loading ??= load()
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(new Error('the store did not answer in time')), withinMs)
    try {
      return await work(await loading, deadline.signal)
    } finally {
      clearTimeout(timer)
    }
  }
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name })

  /** By the first version of the request, which every store knows. Goes on behind the last name: names may vanish. */
  async function* list(beginning: string) {
    for (let marker: string | undefined, isWhole = false; !isWhole; ) {
      const page = await attempt(({ sdk, client }, abortSignal) =>
        client.send(
          new sdk.ListObjectsCommand({
            Bucket: bucket,
            Prefix: prefix + beginning,
            MaxKeys: namesAtOnce,
            ...(marker !== undefined && { Marker: marker }),
          }),
          { abortSignal },
        ),
      )
      for (const { Key = '', LastModified } of page.Contents ?? []) {
        marker = Key
        const name = Key.slice(prefix.length)
        if (name !== identityName && LastModified !== undefined) yield { name, changedAt: LastModified }
      }
      isWhole = page.IsTruncated !== true
    }
  }

  async function readText(name: string): Promise<string | undefined> {
    const found = await attempt(({ sdk, client }, abortSignal) =>
      client.send(new sdk.GetObjectCommand(at(name)), { abortSignal }).catch(absent),
    )
    return found?.Body?.transformToString()
  }

  return {
    async put(name, file, contentType) {
      const { size } = await stat(file)
      const headers = { ContentType: contentType, CacheControl: 'public, max-age=31536000, immutable' }
      const send = (Body: Buffer | Readable) =>
        attempt(
          ({ sdk, client }, abortSignal) =>
            client.send(new sdk.PutObjectCommand({ ...at(name), ...headers, Body, ContentLength: size }), {
              abortSignal,
            }),
          patienceMs + size / slowestBytesPerMs,
        )
      // The SDK can send bytes again after a fault, and no stream: that is read anew for each attempt.
      if (size <= largestInMemory) return void (await send(await readFile(file)))
      for (let tries = 1; ; tries++) {
        const stream = createReadStream(file)
        try {
          return void (await send(stream))
        } catch (error) {
          if (tries === maxTries || isForGood(error)) throw error
          await delay(tries * 200)
        } finally {
          stream.destroy()
        }
      }
    },
    async read(name, range) {
      const part = range && { Range: `bytes=${range.first}-${range.last}` }
      const found = await attempt(({ sdk, client }, abortSignal) =>
        client.send(new sdk.GetObjectCommand({ ...at(name), ...part }), { abortSignal }).catch(absent),
      )
      if (found?.Body === undefined) return undefined
      // In Node.js it is a stream of Node.js.
      return { size: found.ContentLength ?? 0, content: found.Body as Readable }
    },
    async sizeOf(name) {
      const found = await attempt(({ sdk, client }, abortSignal) =>
        client.send(new sdk.HeadObjectCommand(at(name)), { abortSignal }).catch(absent),
      )
      return found && (found.ContentLength ?? 0)
    },
    async removeOf(owner) {
      // One by one: not every store knows the deletion of many, and a picture has ten files at most.
      for await (const { name } of list(`${owner}-`)) {
        await attempt(({ sdk, client }, abortSignal) =>
          client.send(new sdk.DeleteObjectCommand(at(name)), { abortSignal }),
        )
      }
    },
    names: () => list(''),
    async identity() {
      const identity = await readText(identityName)
      if (identity !== undefined) return identity.trim()
      await attempt(({ sdk, client }, abortSignal) =>
        client.send(new sdk.PutObjectCommand({ ...at(identityName), Body: randomUUID() }), { abortSignal }),
      )
      // Of two processes that found none, both read what was written last.
      return (await readText(identityName))?.trim() ?? ''
    },
    close() {
      void loading?.then(({ client }) => client.destroy()).catch(() => {})
    },
  }
}

/** What the store refuses would be refused again. */
function isForGood(error: unknown): boolean {
  const status = (error as Partial<S3ServiceException>).$metadata?.httpStatusCode
  return status !== undefined && status >= 400 && status < 500
}

/** @throws every other fault */
function absent(error: S3ServiceException): undefined {
  if (error.$metadata?.httpStatusCode !== 404 || error.name === 'NoSuchBucket') throw error
}
