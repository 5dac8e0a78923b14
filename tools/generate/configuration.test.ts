import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { describeConfiguration } from './configuration.ts'

const page = readFileSync(new URL('../../docs/operations/configuration.md', import.meta.url), 'utf8')

it('docs/operations/configuration.md has default, valid values and meaning of every setting as declared', () => {
  assert.equal(page, describeConfiguration())
  assert.match(page, /^\| `WEBHOOK_RETRY_DELAYS` \| `1,5,25,125,300` \| seconds, separated by commas \| delay /m)
  assert.match(page, /^\| `JWT_SECRETS` \| none, in production \*\*required\*\* \|/m)
})
