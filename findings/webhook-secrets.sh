#!/usr/bin/env bash
# How the libraries for Standard Webhooks read a secret, and what `verify` of svix 2 returns.
#
# Seen with standardwebhooks 1.1.1 and svix 2.5.0:
#   - `new Webhook(secret)` takes a secret as base64, with `whsec_` before it or without. So a secret that was chosen as
#     a text has another key there, or none: "Base64Coder: incorrect characters for decoding".
#   - `new Webhook(secret, { format: 'raw' })` takes the bytes of the text.
#   - `verify` of standardwebhooks returns the parsed body, that of svix nothing.
#
# It installs both from the registry into a folder that it deletes, runs them alone, and fails if this has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund --silent standardwebhooks@1.1.1 svix@2.5.0
cat >try.mjs <<'JS'
import { createHmac } from 'node:crypto'
import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'

const [body, id, time] = ['{"a":1}', 'msg_1', String(Math.floor(Date.now() / 1000))]
const signed = (key) => {
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
}
const base64 = Buffer.alloc(32, 7).toString('base64')
const keys = [
  ['whsec_ and base64, decoded', `whsec_${base64}`, Buffer.alloc(32, 7)],
  ['base64 alone, decoded', base64, Buffer.alloc(32, 7)],
  ['base64 alone, as a text', base64, Buffer.from(base64)],
  ['a text', 'a plain text!', Buffer.from('a plain text!')],
]
for (const [name, Webhook] of [['standardwebhooks', Standard], ['svix', Svix]]) {
  for (const [form, secret, key] of keys) {
    for (const options of [undefined, { format: 'raw' }]) {
      let outcome
      try {
        const returned = new Webhook(secret, options).verify(body, signed(key))
        outcome = `verified, returns ${JSON.stringify(returned) ?? 'nothing'}`
      } catch (error) {
        outcome = `refused: ${error.message}`
      }
      console.log(`${name}, ${form}${options ? ', raw' : ''}: ${outcome}`)
    }
  }
}
JS
node try.mjs | tee seen.txt
cat >expected.txt <<'TEXT'
standardwebhooks, whsec_ and base64, decoded: verified, returns {"a":1}
standardwebhooks, whsec_ and base64, decoded, raw: refused: No matching signature found
standardwebhooks, base64 alone, decoded: verified, returns {"a":1}
standardwebhooks, base64 alone, decoded, raw: refused: No matching signature found
standardwebhooks, base64 alone, as a text: refused: No matching signature found
standardwebhooks, base64 alone, as a text, raw: verified, returns {"a":1}
standardwebhooks, a text: refused: Base64Coder: incorrect characters for decoding
standardwebhooks, a text, raw: verified, returns {"a":1}
svix, whsec_ and base64, decoded: verified, returns nothing
svix, whsec_ and base64, decoded, raw: refused: No matching signature found
svix, base64 alone, decoded: verified, returns nothing
svix, base64 alone, decoded, raw: refused: No matching signature found
svix, base64 alone, as a text: refused: No matching signature found
svix, base64 alone, as a text, raw: verified, returns nothing
svix, a text: refused: Base64Coder: incorrect characters for decoding
svix, a text, raw: verified, returns nothing
TEXT
diff expected.txt seen.txt
