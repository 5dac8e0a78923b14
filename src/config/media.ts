import { type Parse, text, url, variable } from './parsers.ts'

const none = undefined

/** A bucket, and what the names of its objects begin with. */
export interface BucketAddress {
  bucket: string
  prefix: string
}

const bucket: Parse<BucketAddress> = (value) => {
  const [, name, prefix] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*))?$/.exec(value) ?? []
  const trimmed = (prefix ?? '').replace(/^\/+|\/+$/g, '')
  return name === undefined ? undefined : { bucket: name, prefix: trimmed === '' ? '' : `${trimmed}/` }
}

/** Where pictures are kept. Part of variables.ts. */
export const mediaVariables = {
  MEDIA_STORE: variable<BucketAddress | undefined>({
    parse: bucket,
    expected: 's3://bucket or s3://bucket/prefix; left out, it is the folder media in DATA_DIR',
    development: none,
  }),
  MEDIA_S3_ENDPOINT: variable<string | undefined>({
    parse: url('http:', 'https:'),
    expected: 'an http:// or https:// address',
    development: none,
  }),
  MEDIA_S3_REGION: variable({ parse: text, expected: 'a region', development: 'us-east-1' }),
  MEDIA_BASE_URL: variable<string | undefined>({
    parse: url('http:', 'https:'),
    expected: 'the address that pictures are read at, http:// or https://',
    development: none,
  }),
}

interface MediaConfig {
  readonly MEDIA_STORE: BucketAddress | undefined
  readonly MEDIA_S3_ENDPOINT: string | undefined
}

/** Faults that no variable has alone. */
export function mediaFaults({ MEDIA_STORE, MEDIA_S3_ENDPOINT }: MediaConfig): string[] {
  return MEDIA_S3_ENDPOINT !== undefined && MEDIA_STORE === undefined
    ? ['MEDIA_S3_ENDPOINT is set without MEDIA_STORE; expected s3://bucket/prefix']
    : []
}
