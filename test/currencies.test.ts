import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { currencyDecimals, isCurrency, toCommonScale, toMajor, toMinor } from '#src/platform/lib/money.ts'
import { money as mailMoney } from '#src/platform/mail/templates/values.ts'
import { startBrowser } from '#test/support/browser.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStorefrontKey } from '#test/support/factories.ts'
import { money as storefrontMoney } from '../examples/storefront/format.ts'
import { currencyDigits } from '../packages/client/currencies.gen.ts'
import { readAmount } from '../packages/console/src/lib/amounts.ts'
import { money as consoleMoney, decimalsOf, typedAmount } from '../packages/console/src/lib/format.ts'

/** The service counts decimals by ISO 4217, whatever table an engine has: CLDR 48 shows 0.40 HUF as 0. */
const currencies = Intl.supportedValuesOf('currency')
const fractionOf = (text: string) => /\.(\d+)\D*$/.exec(text)?.[1] ?? ''

describe('decimals of currencies', () => {
  it('are those of ISO 4217', () => {
    const digits = { HUF: 2, COP: 2, IDR: 2, PKR: 2, JPY: 0, KRW: 0, ISK: 0, KWD: 3, BHD: 3, JOD: 3, CLF: 4, UYW: 4 }
    for (const [currency, wanted] of Object.entries(digits)) assert.equal(currencyDecimals(currency), wanted, currency)
  })

  it('are the same in the service, its mails, the client, the console and the storefront, for every currency', () => {
    assert.ok(currencies.length > 150)
    for (const currency of currencies.filter(isCurrency)) {
      const digits = currencyDecimals(currency)
      assert.deepEqual([currencyDigits(currency), decimalsOf(currency)], [digits, digits], currency)
      for (const minor of [1, 40, 199_950, 149_050]) {
        const amount = toMajor(minor, currency)
        const wanted = digits === 0 ? '' : amount.toFixed(digits).split('.')[1]
        const shown = [
          mailMoney(minor, currency, 'en'),
          consoleMoney(amount, currency),
          storefrontMoney(amount, currency, 'en'),
        ]
        assert.deepEqual(shown.map(fractionOf), [wanted, wanted, wanted], `${currency} ${minor}`)
        // What a field of the console is opened with is what it reads again.
        const read = readAmount(typedAmount(amount, currency), currency)
        assert.deepEqual([read?.amount, toMinor(read?.amount ?? -1, currency)], [amount, minor], `${currency} ${minor}`)
        assert.ok(Number.isInteger(toCommonScale(minor, currency)))
      }
    }
  })

  it('no amount is formatted with the decimals of an engine', async () => {
    const faults: string[] = []
    for (const folder of ['src', 'packages', 'examples', 'tools']) {
      const files = await readdir(new URL(`../${folder}`, import.meta.url), { recursive: true })
      for (const file of files.filter(
        (name) => /\.(ts|tsx|js|html)$/.test(name) && !/node_modules|dist\//.test(name),
      )) {
        const text = await readFile(new URL(`../${folder}/${file}`, import.meta.url), 'utf8')
        for (const { index } of text.matchAll(/style: 'currency'|style: "currency"/g)) {
          const around = text.slice(Math.max(0, index - 400), index + 300)
          if (!/minimumFractionDigits/.test(around) || !/maximumFractionDigits/.test(around))
            faults.push(`${folder}/${file}`)
        }
      }
    }
    assert.deepEqual(faults, [])
  })

  describeService('in the API and in a browser', ({ service }) => {
    it('GET /shop and GET /admin/merchant tell currency_digits', async () => {
      for (const [currency, digits] of [
        ['HUF', 2],
        ['JPY', 0],
        ['KWD', 3],
      ] as const) {
        const shop = await makeMerchant(service, { currency })
        const { headers } = await makeStorefrontKey(service, shop, 'publishable')
        const open = await service.request('GET', '/shop', { headers })
        const staff = await service.request('GET', '/admin/merchant', { headers: shop.owner.headers })
        for (const { body } of [open, staff])
          assert.deepEqual([body.data.currency, body.data.currency_digits], [currency, digits])
      }
    })

    it('Chromium shows every currency with the decimals that it is given', async () => {
      const browser = await startBrowser()
      try {
        const page = await browser.newPage()
        const table = currencies.map((currency) => [currency, currencyDigits(currency)] as const)
        const shown = await page.evaluate((all) => {
          return all.map(([currency, digits]) => {
            const fractions = { minimumFractionDigits: digits, maximumFractionDigits: digits }
            const format = new Intl.NumberFormat('en', { style: 'currency', currency, ...fractions })
            return [
              currency,
              format.formatToParts(1234.5678).find(({ type }) => type === 'fraction')?.value.length ?? 0,
            ]
          })
        }, table)
        assert.deepEqual(shown, table)
      } finally {
        await browser.close()
      }
    })
  })
})
