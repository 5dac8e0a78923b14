import { type Parse, text, url, variable } from './parsers.ts'

/** Those of `knownVideoHosts` in `platform/rich-text`; configuration knows no platform. */
const videoHosts = ['youtube', 'vimeo'] as const
type VideoHosts = readonly (typeof videoHosts)[number][]

const hosts: Parse<VideoHosts> = (value) => {
  const names = value.split(',').map((name) => name.trim().toLowerCase())
  if (names.join() === 'none') return []
  const found = videoHosts.filter((host) => names.includes(host))
  return found.length === names.length ? found : undefined
}

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
  VIDEO_HOSTS: variable<VideoHosts>({
    parse: hosts,
    expected: 'youtube, vimeo, both separated by a comma, or none',
    development: videoHosts,
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
