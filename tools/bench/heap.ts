export interface Heap {
  /** MB that the process still uses after a collection of garbage. */
  afterCollection(): Promise<number>
  close(): void
}

/** Asks the inspector of a process (`--inspect`), by the Chrome DevTools Protocol. */
export async function openHeap(port: number): Promise<Heap> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const ask = (id: number, method: string) =>
    new Promise<{ result: { usedSize: number } }>((resolve) => {
      socket.onmessage = ({ data }) => resolve(JSON.parse(data))
      socket.send(JSON.stringify({ id, method }))
    })
  return {
    async afterCollection() {
      await ask(1, 'HeapProfiler.collectGarbage')
      return (await ask(2, 'Runtime.getHeapUsage')).result.usedSize / 1e6
    },
    close: () => socket.close(),
  }
}
