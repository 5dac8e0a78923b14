declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net'

  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string }[]
    allowMismatchedSignatures: boolean
  }

  /** A server that speaks S3 and keeps objects in a folder. */
  // biome-ignore lint/style/noDefaultExport: it is what the package exports
  export default class S3rver {
    constructor(options: Options)
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
