/** The part of autocannon that the bench uses; the package has no types of its own. */
declare module 'autocannon' {
  interface Request {
    method: string
    path: string
    headers?: Record<string, string>
    body?: string
    /** Makes each request; null restarts the sequence. */
    setupRequest?(request: Request): Request | null
    onResponse?(status: number, body: string, context: object, headers: Record<string, string>): void
  }
  interface Client {
    setRequests(requests: Request[]): void
    on(event: 'response', listener: (status: number, bytes: number, milliseconds: number) => void): void
  }
  interface Result {
    requests: { total: number }
    duration: number
    errors: number
    timeouts: number
  }
  // biome-ignore lint/style/noDefaultExport: this is how the package exports it
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    amount?: number
    overallRate?: number
    setupClient(client: Client): void
  }): Promise<Result>
}
