import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'

const root = join(import.meta.dirname, '..')

/** What people read: the console, the storefront, the command line, mails, and the pages of the service. */
const files = globSync(
  [
    'packages/{console,cli}/src/**/*.{ts,tsx}',
    'examples/storefront/**/*.ts',
    'examples/storefront/texts/en.json',
    'src/**/{letters,letter-texts,pay-texts,refund-words}.ts',
    'src/modules/**/*-page-routes.ts',
  ],
  { cwd: root, exclude: ['**/*.gen.ts', '**/*.test.ts', '**/node_modules', '**/dist'] },
)

/** English that nobody says aloud. */
const stiff: [pattern: RegExp, instead: string][] = [
  [/\bwhoever\b/i, 'anybody who, or the person by name'],
  [/\b(is|are) told\b/i, 'we tell, we e-mail, appears here'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\bstands? (here|there)\b/i, 'appears here'],
  [/\btakes? away\b/i, 'remove'],
  [/\bleft empty:/i, 'leave empty to'],
  [/["'>] ?Empty: /, 'leave empty to'],
  [/\banew\b/i, 'again'],
  [/>\s*(Not now|Keep (it )?as it is)\s*</, 'Cancel'],
  [/\bone a line\b/i, 'one per line'],
  [/\bgiven? back\b/i, 'refund'],
  [/\bYou get this mail\b/, 'You receive this e-mail'],
  [/\banswer this mail\b/, 'reply to this e-mail'],
  [/\bright is\b/, 'example:'],
]

/** Without comments: those speak to people who write code. */
const spoken = (code: string): string[] =>
  code
    .replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .map((line) => line.replace(/(^|\s)\/\/ .*$/, ''))
    .map((line) => (/^\s*(import|export .* from) /.test(line) ? '' : line))

it('people read plain English', () => {
  assert.ok(files.length > 300)
  const found = files.flatMap((file) =>
    spoken(readFileSync(join(root, file), 'utf8')).flatMap((line, at) =>
      stiff
        .filter(([pattern]) => pattern.test(line))
        .map(([, instead]) => `${file}:${at + 1} ${line.trim()} (better: ${instead})`),
    ),
  )
  assert.deepEqual(found, [])
})
