/** Checks `openapi.json` by the recommended rules of Redocly and of Spectral. Prints what they find, and exits 1. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createConfig, lint } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'

const file = fileURLToPath(new URL('../openapi.json', import.meta.url))

const config = await createConfig({ extends: ['recommended'] })
/** Paths that differ: an id of a product is a UUID, and never `imports`. */
const apart = ['`/admin/products/imports/{id}`', '`/admin/products/{id}/']

const findings = (await lint({ ref: file, config })).filter(({ message }) => !apart.every((it) => message.includes(it)))
const byRedocly = findings.map(
  ({ ruleId, message, location }) => `redocly ${ruleId}: ${message} (${location[0]?.pointer})`,
)

const linter = new spectral.Spectral()
// The types of the two packages do not fit together.
linter.setRuleset({ extends: [[oas, 'recommended']], rules: {} } as never)
const bySpectral = (await linter.run(JSON.parse(await readFile(file, 'utf8')))).map(
  ({ code, message, path }) => `spectral ${code}: ${message} (${path.join('/')})`,
)

for (const finding of [...byRedocly, ...bySpectral]) process.stdout.write(`${finding}\n`)
if (byRedocly.length + bySpectral.length > 0) process.exitCode = 1
