/** Sends a request and tells how far it is, which `fetch` cannot. */
type Send = (request: Request) => Promise<Response>

const keyName = 'idempotency-key'
const senders = new Map<string, Send>()

/** Requests with this idempotency key are sent in a way of their own until the function is called that it answers. */
export function sendBy(key: string, send: Send): () => void {
  senders.set(key, send)
  return () => senders.delete(key)
}

export function send(request: Request): Promise<Response> {
  return (senders.get(request.headers.get(keyName) ?? '') ?? fetch)(request)
}
