import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export function readText(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8')
}

export interface Instruction {
  name: string
  text: string
}

/** The instructions of the Dockerfile, stage by stage; the first list is what stands before the first FROM. */
export function readStages(): Instruction[][] {
  const lines = readText('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
  const stages: Instruction[][] = [[]]
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? []
    if (name === 'FROM') stages.push([])
    if (name !== '') stages.at(-1)?.push({ name, text: text.replaceAll(/\s+/g, ' ') })
  }
  return stages
}

/** Texts of the instructions of one name in the last stage, which becomes the image. */
export function ofImage(name: string): string[] {
  return (readStages().at(-1) ?? []).filter((instruction) => instruction.name === name).map(({ text }) => text)
}

/** What ENV sets in the image. */
export function imageEnvironment(): Record<string, string> {
  return Object.fromEntries(ofImage('ENV').flatMap((text) => text.split(' ').map((pair) => splitAt(pair, '='))))
}

/** The settings of a file such as `.env`. */
export function readSettings(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line))
  return Object.fromEntries(lines.map((line) => splitAt(line, '=')))
}

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return [text.slice(0, at), text.slice(at + 1)]
}

export interface ComposeService {
  image: string
  user?: string
  profiles?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  command?: string[]
  networks: string[]
  mem_limit?: string
  restart?: string
  healthcheck?: object
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
}

export interface ComposeFile {
  services: Record<string, ComposeService>
  networks: Record<string, { internal?: boolean } | null>
}

/** compose.yaml with the variables of an environment filled in, as Docker Compose does: after the YAML is read. */
export function readCompose(environment: Record<string, string> = {}): ComposeFile {
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+)(:[-?])([^}]*)\}/g, (_, name, kind, fallback) => {
      const value = environment[name] ?? ''
      if (value === '' && kind === ':?') throw new Error(`${name} is missing`)
      return value || fallback
    })
  const file = parse(readText('compose.yaml'), { merge: true })
  return JSON.parse(JSON.stringify(file), (_, value) => (typeof value === 'string' ? fill(value) : value))
}

/** What an operator puts into `.env`: what make-env.sh prints, and a mail server. */
export function makeEnvironment(): Record<string, string> {
  const script = `${root}deploy/compose/make-env.sh`
  const printed = execFileSync('sh', [script, 'shop.test', 'owner@shop.test'], { encoding: 'utf8' })
  return { ...readSettings(printed), SMTP_URL: 'smtp://mail:25', MAIL_FROM: 'Shop <shop@shop.dev>' }
}
