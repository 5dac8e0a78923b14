import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeUser, type SignedInUser } from '#test/support/factories.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'
import { until } from '#test/support/until.ts'
import { learnWords } from './jobs.ts'
import { createWordCache, type WordCache } from './word-cache.ts'

describeShop(
  'GET /marketplace/search for words that the process knows',
  startAppThatTellsStatements,
  ({ service, shop: merchant }) => {
    let user: SignedInUser
    before(async () => {
      user = await makeUser(service)
    })

    const search = (query: string) => service.request('GET', `/marketplace/search?${query}`, { headers: user.headers })
    /** A word of letters only that resembles no other. */
    const letters = () =>
      unique('x')
        .replace(/\W/g, '')
        .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
    const total = async (q: string) => (await search(`q=${q}&limit=1`)).body.data.pagination.total

    it('runs one statement, one more for products that it does not know', async () => {
      const [one, two] = [letters(), `${letters()}ky`]
      await makeProducts(
        service,
        merchant,
        Array.from({ length: 22 }, (_, n) => ({ name: `${one} ${n} ${two}` })),
      )
      await learnWords(service.deps)
      // Known for some seconds: one of these searches comes soon enough after the one before.
      const oneStatement = (q: string) =>
        until(async () => (await statementsOf(() => search(q))).length === 1, `one statement for ${q}`)
      // The words, the size of the catalog, the matches, their products.
      assert.equal((await statementsOf(() => search(`q=${one}+${two}&limit=50`))).length, 4)
      await oneStatement(`q=${one}+${two}`)
      // In any order: the last word may be the beginning of one, the first may not.
      await oneStatement(`q=${two.toUpperCase()}++${one}&offset=21`)
      await oneStatement(`q=${two}+${one}&in_stock=true&sort=name&facets=category`)
    })

    it('is told of a word that is new in the dictionary after the time that answers of it are kept', async () => {
      const [one, two] = [letters(), `${letters()}ky`]
      await makeProduct(service, merchant, { name: `${one} ${two}` })
      await learnWords(service.deps)
      const { db } = service.deps
      const [lasting, short] = [createWordCache(3_600_000), createWordCache(1)]
      const joined = async (known: WordCache) => (await known.read(db, `${one} ${two}`)).words[0]?.joined
      assert.deepEqual([await joined(lasting), await joined(short)], [null, null])
      const { id } = await makeProduct(service, merchant, { name: `${one}${two}` })
      await learnWords(service.deps)
      await sleep(20)
      assert.deepEqual([await joined(lasting), (await joined(short)) === null], [null, false])
      await service.deps.db.deleteFrom('products').where('id', '=', id).execute()
      await learnWords(service.deps)
      await sleep(20)
      assert.equal(await joined(short), null)
    })

    it('takes only the last word for the beginning of one, wherever it was before', async () => {
      const [one, two] = [letters(), `${letters()}ky`]
      const names = [`${one} ${two}`, `${one}zzz ${two}`, `${one} ${two}zzz`]
      // So many that no product with one of both words is added.
      const products = Array.from({ length: 30 }, (_, n) => ({ name: names[n % 3] ?? '' }))
      await makeProducts(service, merchant, products)
      await learnWords(service.deps)
      for (let turn = 0; turn < 2; turn++) {
        assert.equal(await total(`${one}+${two}`), 20)
        assert.equal(await total(`${two}+${one}`), 20)
      }
    })

    it('finds a product at once by the words it has, whatever the dictionary knows of them', async () => {
      const word = letters()
      assert.equal(await total(word), 0)
      await makeProduct(service, merchant, { name: word })
      assert.equal(await total(word), 1)
      await learnWords(service.deps)
      assert.equal(await total(word), 1)
      await makeProduct(service, merchant, { name: `${word} again` })
      assert.equal(await total(word), 2)
    })
  },
)
