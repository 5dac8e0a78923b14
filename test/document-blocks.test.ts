import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { sql } from 'kysely'
import { readConfig } from '#src/config/config.ts'
import { startTestApp } from './support/app.ts'
import { type Block, blocksOf, isForShell, pages, testOfCommands } from './support/document-blocks.ts'

const blocks = pages.flatMap(blocksOf)
const nameOf = ({ page, line }: Block) => `${page}:${line}`
const run = promisify(execFile)

/** Languages without a test here: what is only shown, and programs that `test/long/packages.test.ts` compiles. */
const shown = new Set(['text', 'html', 'tsx', 'astro', 'yaml', 'toml', 'nginx', 'promql', 'conf'])

function ofLanguage(...languages: string[]): Block[] {
  return blocks.filter(({ language }) => languages.includes(language))
}

describe('blocks of the guide', () => {
  it('all name their language, and `text` is what is only shown', (t: TestContext) => {
    const tested = new Set(['sh', 'bash', 'http', 'json', 'js', 'ts', 'sql', 'ini'])
    const unknown = blocks.filter(({ language }) => !tested.has(language) && !shown.has(language))
    assert.deepEqual(unknown.map(nameOf), [])
    assert.ok(blocks.length > 80)
    const commands = ofLanguage('sh', 'bash', 'http')
    for (const { page } of commands) assert.ok(existsSync(testOfCommands(page)?.test ?? ''), page)
    const running = commands.filter((block) => isForShell(block) && !testOfCommands(block.page)?.like).length
    t.diagnostic(`${blocks.length} blocks: ${running} of ${commands.length} with commands run`)
  })

  it('with commands are read by bash', async () => {
    for (const block of ofLanguage('sh', 'bash')) {
      const { stderr } = await run('bash', ['-n', '-c', block.text]).catch((error) => error)
      assert.equal(stderr, '', nameOf(block))
    }
  })

  it('of TypeScript have only types that Node.js strips', () => {
    for (const block of ofLanguage('ts')) {
      assert.doesNotThrow(() => stripTypeScriptTypes(block.text), nameOf(block))
    }
  })

  it('of JSON can be read, and those marked `event` are an event of the contract', () => {
    const contract = JSON.parse(readFileSync('openapi.json', 'utf8'))
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema(contract, 'contract')
    for (const block of ofLanguage('json')) {
      const value = JSON.parse(block.text)
      if (block.word !== 'event') continue
      const schema = `contract#/webhooks/${value.event}/post/requestBody/content/application~1json/schema`
      const validate = ajv.getSchema(schema)
      assert.ok(validate, `${nameOf(block)}: no event ${value.event}`)
      assert.ok(validate(value), `${nameOf(block)}: ${JSON.stringify(validate.errors)}`)
    }
  })

  it('of settings are taken by the service, those of production also there', () => {
    const settings = ofLanguage('ini').filter(({ text }) => !text.startsWith('['))
    assert.ok(settings.some(({ word }) => word === 'production'))
    for (const block of settings) {
      const lines = block.text.trim().split('\n')
      const environment = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
      const config: Record<string, unknown> = { ...readConfig(environment) }
      for (const name of Object.keys(environment)) assert.ok(name in config || name === 'NODE_ENV', name)
    }
  })

  it('of SQL are run by the database, and rolled back', async () => {
    const service = await startTestApp()
    try {
      for (const { text } of ofLanguage('sql')) {
        // A database is never made in a transaction, and other tests have these roles.
        const own = text.replaceAll(/\bcommerce(?=_owner\b| login|;)/g, 'of_the_guide')
        const statements = own.split(/;.*\n/).filter((one) => one.trim() !== '' && !one.startsWith('create database'))
        const rolledBack = service.deps.db.transaction().execute(async (transaction) => {
          for (const statement of statements) await sql.raw(statement).execute(transaction)
          throw new Error('rolled back')
        })
        await assert.rejects(rolledBack, /^Error: rolled back$/)
      }
    } finally {
      await service.close()
    }
  })

  it('of JavaScript do what they say: the check of a signature tells a genuine body from another', async () => {
    // Programs of packages run from their tarballs (`test/long/packages.test.ts`).
    for (const block of ofLanguage('js').filter(({ text }) => text.includes('isGenuine'))) {
      const program = `data:text/javascript,${encodeURIComponent(block.text)}`
      const { isGenuine } = await import(program)
      const signature = `sha256=${createHmac('sha256', 'whsec_x').update('{}').digest('hex')}`
      assert.deepEqual(
        [isGenuine('{}', signature, 'whsec_x'), isGenuine('{ }', signature, 'whsec_x'), isGenuine('{}', '', 'whsec_x')],
        [true, false, false],
        nameOf(block),
      )
    }
  })
})
