import assert from 'node:assert/strict'
import { test } from 'node:test'
import { domainFault, isEmail, readEmail } from './email.ts'

test('an address whose domain cannot be one is refused, and told why', () => {
  const label = 'a'.repeat(64)
  for (const [address, fault] of [
    ['ada@example..com', /empty part/],
    ['ada@.example.com', /empty part/],
    ['ada@example.com.', /empty part/],
    ['ada@-example.com', /hyphen/],
    ['ada@example-.com', /hyphen/],
    ['ada@exa_mple.com', /has _ after the @/],
    ['ada@exam!ple.com', /has ! after the @/],
    ['ada@localhost', /no dot/],
    [`ada@${label}.com`, /too long/],
    [`ada@${'ü'.repeat(60)}.example`, /too long/],
    [`ada@${'a.'.repeat(126)}com`, /too long/],
    ['ada@192.0.2.1', /no domain/],
    ['ada@example.123', /no domain/],
    ['ada@xn--\u00fc.com', /no domain/],
    ['ada@xn--a.example', /no domain/],
  ] as const) {
    assert.match(domainFault(address) ?? '', fault, address)
    assert.equal(isEmail(address), false, address)
  }
  for (const address of [
    ...['ada@example.com', 'ada@a-b.example', 'ada@3m.example', 'a.b+c@sub.example.co.uk', 'ada@x.test'],
    ...['ada@münchen.example', 'ada@xn--mnchen-3ya.example', 'ada@例え。テスト', ' ada@example.com\u00a0'],
  ])
    assert.equal(isEmail(address), true, address)
})

test('readEmail leaves one form of a mailbox, and an ordinary address as it was typed', () => {
  for (const [typed, kept] of [
    ['Ada@Example.com', 'Ada@Example.com'],
    ['ada@XN--MNCHEN-3YA.example', 'ada@münchen.example'],
    ['ada@mu\u0308nchen.example', 'ada@münchen.example'],
    ['\ufeffa\u200bda@exam\u2060ple.com ', 'ada@example.com'],
    ['ada＠ｅｘａｍｐｌｅ。com', 'ada@example.com'],
    ['ada@xn--fiqs8s', 'ada@中国'],
    ['nothing', 'nothing'],
  ] as const)
    assert.equal(readEmail(typed), kept, typed)
})
