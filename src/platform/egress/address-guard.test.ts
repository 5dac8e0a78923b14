import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  addressPolicy,
  BlockedAddressError,
  checkHostResolves,
  checkUrl,
  guardedLookup,
  isPublicAddress,
} from './address-guard.ts'

const production = { production: true }
const development = { production: false }
const never = () => assert.fail('no name should be resolved')

const notPublic = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'link-local': ['169.254.0.1', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  'site-local': ['fec0::1'],
  metadata: ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  broadcast: ['255.255.255.255'],
  reserved: ['240.0.0.1', '192.0.0.1', '192.88.99.1', '4000::1', 'e000::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8'],
  'IPv4-compatible': ['::127.0.0.1', '::7f00:1', '::8.8.8.8'],
  'IPv4-translated': ['::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::1', '64:ff9b:1:ffff::1'],
  '6to4': ['2002:7f00:1::1', '2002:a00:1::'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'other special purposes': ['100::1', '2001:10::1', '2001:20::1', '5f00::1', '192.31.196.1'],
  'no address': ['', 'localhost', '127.1', '0x7f000001', '2130706433', '1.2.3', '8.8.8.8 '],
}

describe('isPublicAddress', () => {
  for (const [kind, addresses] of Object.entries(notPublic)) {
    test(`with ${kind} is false`, () => {
      for (const address of addresses) assert.equal(isPublicAddress(address), false, address)
    })
  }
  test('with public addresses is true', () => {
    const addresses = ['1.1.1.1', '8.8.8.8', '93.184.215.14', '172.15.255.255', '172.32.0.1', '100.63.255.255']
    for (const address of [
      ...addresses,
      '100.128.0.1',
      '198.17.255.255',
      '223.255.255.255',
      '2606:4700::1111',
      '2a00:1450::1',
    ]) {
      assert.equal(isPublicAddress(address), true, address)
    }
  })
})

describe('checkUrl', () => {
  const messages = (url: string, rules = production) => checkUrl(url, rules).map(({ message }) => message)

  test('with a public https URL finds no fault, in production and development', () => {
    for (const url of [
      'https://example.com',
      'https://shop.example.co.uk:8443/hooks?a=b%20c',
      'https://bücher.example/',
      'https://1.1.1.1/',
      'https://[2606:4700::1111]/',
      'HTTPS://Example.com./x',
      'https://localhost.example.com/',
      'https://10.0.0.1.example.com/',
    ]) {
      assert.deepEqual(messages(url), [], url)
      assert.deepEqual(messages(url, development), [], url)
    }
  })

  test('with anything but an absolute URL finds a fault of field url', () => {
    for (const url of [
      '',
      'example.com',
      '/hooks',
      'https:example.com',
      'https:/example.com',
      'https://',
      'https://a b.com',
      ' https://example.com',
      'https://exa\nmple.com',
      'https://example.com/\u0000',
      'https://example.com:99999',
      'https://%zz',
      'https://256.256.256.256/',
      'https://[::1',
      '\\\\example.com',
    ]) {
      assert.deepEqual(
        checkUrl(url, development),
        [{ field: 'url', message: 'must be an absolute URL such as https://example.com/path' }],
        url,
      )
    }
  })

  test('with another scheme requires https', () => {
    for (const url of [
      'ftp://example.com',
      'file:///etc/passwd',
      'ws://example.com',
      'javascript://example.com/%0aalert(1)',
      'gopher://127.0.0.1/',
    ]) {
      for (const rules of [production, development]) assert.ok(messages(url, rules).includes('must use https'), url)
    }
  })

  test('with plain http is refused, except for loopback hosts in development', () => {
    for (const url of [
      'http://localhost:3000/',
      'http://127.0.0.1',
      'http://127.9.9.9',
      'http://[::1]:80/',
      'http://api.localhost',
      'http://LOCALHOST./',
      'http://2130706433/',
      'http://0x7f.1/',
    ]) {
      assert.deepEqual(messages(url, development), [], url)
      assert.ok(messages(url).includes('must use https'), url)
    }
    for (const url of [
      'http://example.com',
      'http://10.0.0.1',
      'http://localhost.example.com',
      'http://0.0.0.0',
      'http://notlocalhost',
    ]) {
      assert.deepEqual(
        messages(url, development),
        ['must use https; plain http is accepted for a loopback host only'],
        url,
      )
    }
  })

  test('with credentials, a fragment, port 0 or too many characters reports each fault', () => {
    assert.deepEqual(messages('https://user:pass@example.com:0/#x'), [
      'must not contain credentials',
      'must not contain a fragment',
      'must not use port 0',
    ])
    assert.deepEqual(messages('https://:pass@example.com'), ['must not contain credentials'])
    assert.deepEqual(messages('https://example.com/#'), ['must not contain a fragment'])
    const long = (length: number) => 'https://example.com/'.padEnd(length, 'x')
    assert.deepEqual(messages(long(2048)), [])
    assert.deepEqual(messages(long(2049)), ['must be at most 2048 characters'])
  })

  test('with a loopback address in any notation is refused in production', () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.0.0.1',
      '0177.0.0.1',
      '017700000001',
      '127.0.0.1.',
      '１２７.0.0.1',
      '①②⑦.0.0.1',
      '%31%32%37.0.0.1',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
    ]) {
      assert.deepEqual(messages(`https://${host}/`), ['must name a public host'], host)
    }
  })

  test('with any address that is not public is refused in production and accepted in development', () => {
    for (const [kind, addresses] of Object.entries(notPublic)) {
      if (kind === 'no address') continue
      for (const address of addresses.filter((candidate) => !candidate.includes('%'))) {
        const url = `https://${address.includes(':') ? `[${address}]` : address}/`
        assert.deepEqual(messages(url), ['must name a public host'], url)
        assert.deepEqual(messages(url, development), [], url)
      }
    }
  })

  test('with a name of this machine, this network or a metadata service is refused in production', () => {
    for (const host of [
      'localhost',
      'LOCALHOST',
      'localhost.',
      'localhost..',
      'a.localhost',
      'printer.local',
      'metadata.google.internal',
      'metadata.google.internal.',
      'instance-data.ec2.internal',
      'db.internal',
      'localhost.localdomain',
      'nas.home.arpa',
      'intranet',
      'metadata',
      'local',
      'internal',
    ]) {
      const faults = messages(`https://${host}/`)
      assert.equal(faults.length, 1, host)
    }
    for (const host of ['internal.example.com', 'mylocal.com', 'notinternal']) {
      assert.deepEqual(messages(`https://${host}/`), host.includes('.') ? [] : ['must name a public host'], host)
    }
  })
})

describe('checkHostResolves', () => {
  const check = (url: string, resolve: () => Promise<string[]>, timeoutMs = 5000) =>
    checkHostResolves(url, { ...production, resolve, timeoutMs })
  const found =
    (...addresses: string[]) =>
    () =>
      Promise.resolve(addresses)
  const notFound = () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' }))

  test('with a name of public addresses only finds no fault', async () => {
    assert.deepEqual(await check('https://example.com', found('1.1.1.1', '2606:4700::1111')), [])
  })

  test('with one address that is not public among others is refused, without naming it', async () => {
    for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00:ec2::254', '::ffff:10.0.0.1']) {
      const faults = await check('https://example.com', found('1.1.1.1', address))
      assert.deepEqual(faults, [{ field: 'url', message: 'must name a public host' }])
    }
  })

  test('with a name that does not resolve finds a fault', async () => {
    for (const resolve of [notFound, found()]) {
      const faults = await check('https://nowhere.example', resolve)
      assert.deepEqual(faults, [{ field: 'url', message: 'has a host whose name does not resolve' }])
    }
  })

  test('with a name server that does not answer finds a fault after the timeout', async () => {
    const faults = await check('https://slow.example', () => new Promise(() => {}), 30)
    assert.deepEqual(faults, [{ field: 'url', message: 'has a host whose name could not be resolved in time' }])
  })

  test('outside production resolves nothing', async () => {
    assert.deepEqual(await checkHostResolves('https://nowhere.example', { ...development, resolve: never }), [])
  })
})

describe('guardedLookup', () => {
  test('with an IP address checks it without a look-up', async () => {
    assert.deepEqual(await guardedLookup('1.1.1.1', never, isPublicAddress), ['1.1.1.1'])
    await assert.rejects(guardedLookup('10.0.0.1', never, isPublicAddress), BlockedAddressError)
  })

  test('with a name that is rebound to a private address refuses it the second time', async () => {
    const answers = [['1.1.1.1'], ['127.0.0.1']]
    const rebinding = () => Promise.resolve(answers.shift() ?? [])
    const url = 'https://rebinding.example'
    assert.deepEqual(await checkHostResolves(url, { ...production, resolve: rebinding }), [])
    await assert.rejects(guardedLookup('rebinding.example', rebinding, isPublicAddress), BlockedAddressError)
  })
})

test('addressPolicy outside production allows loopback addresses for http and all for https', () => {
  const [plain, encrypted] = [addressPolicy('http:', development), addressPolicy('https:', development)]
  assert.ok(plain('127.0.0.1') && plain('::1') && !plain('10.0.0.1') && !plain('1.1.1.1') && !plain(''))
  assert.ok(encrypted('127.0.0.1') && encrypted('10.0.0.1') && encrypted('1.1.1.1'))
  for (const protocol of ['http:', 'https:']) assert.ok(!addressPolicy(protocol, production)('127.0.0.1'))
})
