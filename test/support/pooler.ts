import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { databaseTarget } from './tcp-proxy.ts'

/** A session of the server. */
interface Session {
  socket: Socket
  client: Client | undefined
  /** Queries and Syncs without an answer yet. */
  open: number
  statements: Set<string>
  /** For each Parse without an answer yet, whether the client sent it. */
  parsing: boolean[]
}

interface Client {
  socket: Socket
  id: number
  session: Session | undefined
  /** Messages that wait for a session. */
  waiting: Buffer[]
  /** The Parse of each statement. */
  parses: Map<string, Buffer>
}

/**
 * Imitates PgBouncer in transaction mode: lends a session for one transaction, takes no settings at the start of a
 * connection, and makes up process ids. With `keepsStatements` a prepared statement follows its connection from session
 * to session.
 */
export async function startPooler(databaseUrl: string, { keepsStatements = true } = {}) {
  const { url, target } = databaseTarget(databaseUrl)
  const idle: Session[] = []
  const sockets = new Set<Socket>()
  const queue: Client[] = []
  let clients = 0

  const send = (client: Client, message: Buffer) => {
    const session = client.session as Session
    const type = String.fromCharCode(message[0] as number)
    if (type === 'Q' || type === 'S') session.open++
    const own = keepsStatements ? ownStatement(client, type, message) : { message }
    if (own.name !== undefined && type === 'P') client.parses.set(own.name, own.message)
    const parse = type === 'B' && own.name !== undefined ? client.parses.get(own.name) : undefined
    if (parse !== undefined && !session.statements.has(own.name ?? '')) {
      session.parsing.push(false)
      session.socket.write(parse)
    }
    if (own.name !== undefined) session.statements.add(own.name)
    if (type === 'P') session.parsing.push(true)
    session.socket.write(own.message)
  }
  const lend = (client: Client) => {
    const session = idle.pop()
    if (session === undefined) {
      queue.push(client)
      return
    }
    client.session = session
    session.client = client
    for (const message of client.waiting.splice(0)) send(client, message)
  }
  const giveBack = (session: Session) => {
    if (session.client !== undefined) session.client.session = undefined
    session.client = undefined
    session.parsing = []
    idle.push(session)
    const next = queue.shift()
    if (next !== undefined) lend(next)
  }
  const onAnswer = (session: Session, message: Buffer) => {
    const type = String.fromCharCode(message[0] as number)
    if (type === 'K') message.writeInt32BE(1_000_000_000 + ++clients, 5)
    const isOurs = type === '1' && session.parsing.shift() === false
    if (!isOurs) session.client?.socket.write(message)
    if (type !== 'Z') return
    session.open--
    if (session.open === 0 && message[5] === 'I'.charCodeAt(0)) giveBack(session)
  }
  const server = createServer((socket) => {
    const upstream = connect(target)
    for (const one of [socket, upstream]) sockets.add(one.on('error', () => {}))
    const session: Session = { socket: upstream, client: undefined, open: 1, statements: new Set(), parsing: [] }
    const client: Client = { socket, id: ++clients, session, waiting: [], parses: new Map() }
    session.client = client
    let isStarted = false
    readMessages(upstream, 1, (message) => onAnswer(session, message))
    readMessages(socket, 0, (message) => {
      const refused = isStarted ? undefined : /\0(options|\w+_timeout)\0/.exec(message.toString())?.[1]
      const type = isStarted ? String.fromCharCode(message[0] as number) : undefined
      isStarted = true
      if (refused !== undefined) socket.end(refusal(`unsupported startup parameter: ${refused}`))
      else if (type === undefined || type === 'p') upstream.write(message)
      else if (type === 'X') socket.end()
      else if (client.session !== undefined) send(client, message)
      else if (client.waiting.push(message) === 1) lend(client)
    })
    socket.on('close', () => client.session?.socket.destroy())
    upstream.on('close', () => session.client?.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: Object.assign(url, { hostname: '127.0.0.1', port: String((server.address() as AddressInfo).port) }).href,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The message with a statement name unique per client: clients may use the same names. */
function ownStatement({ id }: Client, type: string, message: Buffer): { name?: string; message: Buffer } {
  if (type !== 'P' && type !== 'B') return { message }
  const from = type === 'P' ? 5 : message.indexOf(0, 5) + 1
  const to = message.indexOf(0, from)
  if (to === from) return { message }
  const name = `${id}_${message.toString('latin1', from, to)}`
  const renamed = Buffer.concat([message.subarray(0, from), Buffer.from(name), message.subarray(to)])
  renamed.writeInt32BE(renamed.length - 1, 1)
  return { name, message: renamed }
}

function refusal(text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** Whole messages; the first of a client has no type. */
function readMessages(socket: Socket, typeLength: 0 | 1, onMessage: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0)
  let before = typeLength
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= before + 4 && rest.length >= before + rest.readInt32BE(before)) {
      const length = before + rest.readInt32BE(before)
      onMessage(rest.subarray(0, length))
      rest = rest.subarray(length)
      before = 1
    }
  })
}
