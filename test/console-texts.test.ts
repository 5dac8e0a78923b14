import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import {
  isArgumentElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { consoleLanguages } from '../packages/console/src/lib/language.ts'
import { readMessage } from '../packages/console/src/lib/message.ts'
import { readConsole } from './support/console-texts.ts'

const folder = new URL('../packages/console/src/texts/', import.meta.url)
const { messages, unread, bare } = readConsole()
const languages = Object.keys(consoleLanguages).filter((code) => code !== 'en')
const textsOf = (code: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${code}.json`, folder), 'utf8'))

/** The names in a message, with what each of them is: `orders plural`, `link tag`. */
function namesOf(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (isArgumentElement(element)) return [element.value]
    if (isTagElement(element)) return [`${element.value} tag`, ...namesOf(element.children)]
    if (!isPluralElement(element) && !isSelectElement(element)) return []
    const inside = Object.values(element.options).flatMap(({ value }) => namesOf(value))
    return [`${element.value} ${isPluralElement(element) ? 'plural' : 'select'}`, ...inside]
  })
}

const different = (names: string[]) => [...new Set(names)].sort()

describe('texts of the console', () => {
  it('are whole in the code, so that each can be translated', () => {
    assert.deepEqual(unread, [])
    assert.ok(messages.size > 2000)
    assert.deepEqual(
      [...messages.keys()].filter((message) => message !== message.trim()),
      [],
    )
  })

  it('are nowhere outside of `t` and `rich`, where nobody could translate them', () => {
    assert.deepEqual(bare, [])
  })

  it('has a file for each language, and no other', () => {
    assert.deepEqual(
      existsSync(folder) ? readdirSync(folder).sort() : [],
      languages.map((code) => `${code}.json`).sort(),
    )
  })

  for (const code of languages) {
    it(`is whole in ${code}, with the names that the English text has`, () => {
      const texts = textsOf(code)
      assert.deepEqual(Object.keys(texts).sort(), [...messages.keys()].sort())
      for (const [message, text] of Object.entries(texts)) {
        assert.notEqual(text.trim(), '', message)
        assert.deepEqual(different(namesOf(parse(text))), different(namesOf(parse(message))), message)
      }
    })

    it(`has every form of a number that ${code} has`, () => {
      const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories
      // French and Spanish have a form for millions alone, which `other` says as well.
      const needed = forms.filter((form) => form !== 'many' || forms.includes('few'))
      for (const [message, text] of Object.entries(textsOf(code))) {
        for (const element of parse(text).filter(isPluralElement)) {
          const given = Object.keys(element.options).filter((key) => !key.startsWith('='))
          assert.deepEqual(
            needed.filter((form) => !given.includes(form)),
            [],
            `${message}: ${text}`,
          )
        }
      }
    })
  }

  it('are read as the library of the format reads them', () => {
    const all = [...messages.keys()].map((message): [string, string] => ['en', message])
    for (const code of languages)
      all.push(...Object.values(textsOf(code)).map((text): [string, string] => [code, text]))
    for (const [code, text] of all) {
      const names = namesOf(parse(text))
      for (const amount of [0, 1, 2, 5, 22]) {
        const filled = names.map((name): [string, string | number] => [
          name.split(' ')[0] as string,
          name.endsWith('plural') ? amount : `a ${name}`,
        ])
        const tags = names.filter((name) => name.endsWith(' tag')).map((name) => name.split(' ')[0] as string)
        const inTag = (inside: string[]) => `[${inside.join('')}]`
        const values = { ...Object.fromEntries(filled), ...Object.fromEntries(tags.map((tag) => [tag, inTag])) }
        const expected = new IntlMessageFormat(text, code).format(values)
        assert.equal(readMessage<string>(text, code, values).join(''), [expected].flat().join(''), text)
      }
    }
  })
})
