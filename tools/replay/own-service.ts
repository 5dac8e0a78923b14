import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(new URL('../../src/entries/server.ts', import.meta.url))

/**
 * The service on an empty temporary folder, which goes when it stops. Nothing of this environment changes how it runs.
 */
export async function startOwnService(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commerce-replay-'))
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [server], {
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_DATA: 'false',
      LOG_LEVEL: 'error',
      MERCHANT_CURRENCY: 'GBP',
      MAIL: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C must reach this process only: it stops the service and takes its folder away.
    detached: true,
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    return { url: await addressOf(child.stdout, exited), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function addressOf(output: NodeJS.ReadableStream, exited: Promise<unknown>): Promise<string> {
  let text = ''
  const address = new Promise<string>((resolve) => {
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = /"address":"([^"]+)"[^\n]*"msg":"serving"/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  const died = exited.then(() => {
    throw new Error('the service ended before it listened')
  })
  return Promise.race([address, died])
}
