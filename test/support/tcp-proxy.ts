import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A proxy between a client and a server that can fail in the ways networks do. */
export interface TcpProxy {
  port: number
  /** Breaks every connection and refuses new ones: the server is down. */
  cut(): Promise<void>
  /** Keeps every connection and passes nothing: the server has vanished silently. */
  freeze(): void
  /** Keeps open connections but passes nothing; new ones work: a firewall has forgotten the old ones. */
  freezeOpen(): void
  /** Stops reading the server's answers once a client has sent `text`: that client's process is suspended. */
  stallAt(text: string): void
  /** Breaks the connection of the next clients that send `text`, a given number of times. */
  cutAt(text: string, times: number): void
  /** Accepts new connections again. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** A proxy before the database at `databaseUrl`, and the address that leads through it. */
export async function startDatabaseProxy(databaseUrl: string): Promise<{ proxy: TcpProxy; url: string }> {
  const { url, target } = databaseTarget(databaseUrl)
  const proxy = await startTcpProxy(target)
  return { proxy, url: Object.assign(url, { hostname: '127.0.0.1', port: String(proxy.port) }).href }
}

/** Where the server listens, and its address without that. */
export function databaseTarget(databaseUrl: string): { url: URL; target: NetConnectOpts } {
  const url = new URL(databaseUrl)
  const port = url.port || '5432'
  // The embedded server listens on a socket in a folder, which the address names as its host parameter.
  const folder = url.searchParams.get('host')
  url.searchParams.delete('host')
  const target = folder === null ? { host: url.hostname, port: Number(port) } : { path: `${folder}/.s.PGSQL.${port}` }
  return { url, target }
}

/** A proxy before any server. */
export async function startTcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let frozen = false
  let stallText: string | undefined
  let cutText = ''
  let cutsLeft = 0
  let generation = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((client) => {
    const upstream = keep(connect(target))
    const born = generation
    const isSilent = () => frozen || born < generation
    keep(client)
    client
      .on('data', (chunk: Buffer) => {
        if (cutsLeft > 0 && chunk.includes(cutText)) {
          cutsLeft -= 1
          client.destroy()
        }
        if (stallText !== undefined && chunk.includes(stallText)) upstream.pause()
        if (!isSilent()) upstream.write(chunk)
      })
      .on('close', () => upstream.destroy())
    upstream.on('data', (chunk) => isSilent() || client.write(chunk)).on('close', () => client.destroy())
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const cut = async () => {
    if (!server.listening) return
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    port,
    cut,
    freeze() {
      frozen = true
    },
    freezeOpen() {
      generation += 1
    },
    stallAt(text) {
      stallText = text
    },
    cutAt(text, times) {
      cutText = text
      cutsLeft = times
    },
    async restore() {
      frozen = false
      if (!server.listening) await listen(port)
    },
    close: cut,
  }
}
