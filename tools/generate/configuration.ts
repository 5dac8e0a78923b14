import { isDeepStrictEqual } from 'node:util'
import { declaredSettings } from '#src/config/config.ts'
import type { Variable } from '#src/config/parsers.ts'
import { meaningsBySection } from './setting-meanings.ts'

const intro = `# Configuration

Written by \`npm run generate\` from the settings that \`src/config/variables.ts\` declares.

All configuration comes from environment variables; an empty one counts as missing. A start reports all invalid values
at once, with what was expected, and exits with code 1. Durations may have fractions. \`NODE_ENV\` is \`development\`
(the default) or \`production\`, which [refuses more](run.md#production). **required** means that production does not
start without a value.
`

/**
 * The settings as a page of Markdown: default, valid values and meaning of each.
 * @throws if a setting has no meaning
 */
export function describeConfiguration(): string {
  const sections = Object.entries(meaningsBySection)
  const described = new Set(sections.flatMap(([, meanings]) => Object.keys(meanings)))
  const missing = Object.keys(declaredSettings).find((name) => !described.has(name))
  if (missing !== undefined) throw new Error(`${missing} has no meaning in tools/generate/setting-meanings.ts`)
  return [intro, ...sections.map(([title, meanings]) => describeSection(title, meanings))].join('\n')
}

function describeSection(title: string, meanings: Readonly<Record<string, string>>): string {
  const rows = Object.entries(meanings).map(([name, meaning]) => {
    const setting = declaredSettings[name]
    if (setting === undefined) throw new Error(`tools/generate/setting-meanings.ts describes ${name}, no setting`)
    return `| \`${name}\` | ${describeDefaults(setting)} | ${setting.expected.replace('<', '\\<')} | ${meaning} |`
  })
  return [`## ${title}\n`, '| setting | default | takes | meaning |', '|---|---|---|---|', ...rows, ''].join('\n')
}

function describeDefaults(setting: Variable<unknown>): string {
  const development = describeDefault(setting, setting.development)
  if (!('production' in setting)) return development
  const production = setting.production === 'required' ? '**required**' : describeDefault(setting, setting.production)
  return production === development ? development : `${development}, in production ${production}`
}

/** The text that means a default value, or "none" if no text does. */
function describeDefault({ parse }: Variable<unknown>, value: unknown): string {
  const texts = [String(value), value === true ? 'on' : 'off']
  const text = texts.find((candidate) => isDeepStrictEqual(parse(candidate), value))
  return text === undefined || value === undefined ? 'none' : `\`${text}\``
}
