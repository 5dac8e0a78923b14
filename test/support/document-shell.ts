import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { temporaryFolder } from './process.ts'

/** A shell for commands of a page, in a folder of its own. */
export interface DocumentShell {
  folder: string
  /** Ends at the first command that fails. */
  run(script: string, environment?: Record<string, string>): Promise<{ code: number | null; printed: string }>
  /** Of the answers that `curl` has got, in their order. */
  statuses(): Promise<number[]>
}

/** @param programs Scripts for `sh` by name, which stand before the programs of this machine. */
export async function makeShell(t: TestContext, programs: Record<string, string> = {}): Promise<DocumentShell> {
  const folder = await temporaryFolder(t)
  const tools = await temporaryFolder(t)
  const answers = join(tools, 'answers')
  await mkdir(answers)
  const noting = `exec /usr/bin/curl "$@" -D "$(mktemp ${answers}/$(date +%s%N).XXXXXX)"`
  const curl = `case " $* " in *" -D "*) exec /usr/bin/curl "$@" ;; esac\n${noting}`
  for (const [name, script] of Object.entries({ curl, ...programs })) {
    await writeFile(join(tools, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(tools, name), 0o755)
  }
  const PATH = [tools, dirname(process.execPath), process.env['PATH']].join(':')
  return {
    folder,
    async run(script, environment = {}) {
      const shell = spawn('bash', ['--norc', '-eu', '-c', script], { cwd: folder, env: { PATH, ...environment } })
      let printed = ''
      for (const stream of [shell.stdout, shell.stderr]) {
        stream.on('data', (chunk) => {
          printed += chunk
        })
      }
      const [code] = (await once(shell, 'close')) as [number | null]
      return { code, printed }
    },
    async statuses() {
      const names = (await readdir(answers)).sort()
      const heads = await Promise.all(names.map((name) => readFile(join(answers, name), 'utf8')))
      return heads.map((head) => Number(/^HTTP\S+ (\d+)(?![\s\S]*^HTTP)/m.exec(head)?.[1]))
    },
  }
}
