import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it, type TestContext } from 'node:test'
import { startTestApp } from '#test/support/app.ts'
import { type CommandSettings, commandLine, commerce } from '#test/support/command-line.ts'
import { started } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant } from '#test/support/factories.ts'
import { temporaryFolder } from '#test/support/process.ts'
import { makeProduct } from '#test/support/products.ts'

/** Every write to it fails as on a full disk. Linux has it. */
const full = '/dev/full'

describe('commerce on a full disk', { skip: !existsSync(full) && `there is no ${full} here` }, () => {
  const service = started(startTestApp)
  let settings: CommandSettings
  before(async () => {
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const merchant = await makeMerchant(service)
    const { key } = await makeApiKey(service, merchant)
    await makeProduct(service, merchant)
    settings = { COMMERCE_URL: url, COMMERCE_API_KEY: key, COMMERCE_MERCHANT_ID: merchant.id }
  })

  const says =
    /^commerce: .+ could not be written: the disk is full\nFree some space, or name a place on another disk\.\n$/

  async function at(t: TestContext): Promise<CommandSettings & { COMMERCE_CONFIG_DIR: string }> {
    return { ...settings, COMMERCE_CONFIG_DIR: await temporaryFolder(t) }
  }

  it('products export -o keeps the file that was there, and leaves no half', async (t) => {
    const own = await at(t)
    const file = join(own.COMMERCE_CONFIG_DIR, 'products.csv')
    await writeFile(file, 'the last export')
    await symlink(full, `${file}.part`)
    const said = await commerce(own, ['products', 'export', '-o', file])
    assert.deepEqual([said.code, said.stdout], [1, ''])
    assert.match(said.stderr, says)
    assert.deepEqual(await readdir(own.COMMERCE_CONFIG_DIR), ['products.csv'])
    assert.equal(await readFile(file, 'utf8'), 'the last export')
  })

  for (const command of [['products', 'export'], ['orders', 'list'], ['api', 'GET', '/admin/products'], ['--help']]) {
    it(`${command.join(' ')} into a file says so, and exits with 1`, async (t) => {
      const own = await at(t)
      const [program, args, environment] = commandLine(own, command)
      const output = openSync(full, 'w')
      const child = spawn(program, args, { env: environment, stdio: ['ignore', output, 'pipe'] })
      closeSync(output)
      let stderr = ''
      child.stderr?.setEncoding('utf8').on('data', (text) => {
        stderr += text
      })
      const [code] = await once(child, 'close')
      assert.equal(code, 1)
      assert.match(stderr, says)
    })
  }

  it('products export -o into a folder that does not exist says so', async (t) => {
    const own = await at(t)
    const said = await commerce(own, ['products', 'export', '-o', join(own.COMMERCE_CONFIG_DIR, 'none', 'p.csv')])
    assert.deepEqual([said.code, said.stdout], [1, ''])
    assert.match(said.stderr, /p\.csv could not be written: its folder does not exist\nMake the folder/)
  })
})
