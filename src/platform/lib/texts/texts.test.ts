import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import { languages } from '../languages.ts'
import { placeholdersIn } from './placeholders.ts'
import { catalogue } from './texts.ts'

type Texts = Record<string, Record<string, string>>
const flat = (texts: Texts) =>
  new Map(
    Object.entries(texts).flatMap(([room, all]) =>
      Object.entries(all).map(([name, text]) => [`${room}.${name}`, text]),
    ),
  )
/** Only English invoices have amounts without a sign, so that others need not say the currency. */
const wanted = (text: string) => placeholdersIn(text).filter((name) => name !== 'currency')
const english = flat(catalogue.en)

test('every text is there in every language, with the same placeholders', () => {
  assert.ok(english.size > 400)
  for (const language of languages) {
    const texts = flat(catalogue[language])
    assert.deepEqual([...texts.keys()], [...english.keys()], language)
    for (const [key, text] of texts) {
      assert.notEqual(text.trim(), '', `${language} ${key}`)
      assert.deepEqual(wanted(text), wanted(english.get(key) ?? ''), `${language} ${key}`)
    }
  }
})

test('plural forms are those of the language', () => {
  for (const language of languages) {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [key, text] of flat(catalogue[language]))
      for (const element of new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst())
        if ('pluralType' in element && Object.keys(element.options).length > 1)
          // A million is of its own form in French and Spanish: "other" has its words.
          for (const form of needed.filter((one) => one !== 'many' || language === 'pl'))
            assert.ok(form in element.options, `${language} ${key} ${form}`)
  }
})

test('no text for people stands beside the catalogue', () => {
  const root = join(import.meta.dirname, '../../../..')
  const files = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && readFileSync(join(root, file), 'utf8').includes("texts/texts.ts'"),
  )
  assert.ok(files.length > 30)
  // Descriptions of the contract, errors and the log are English; the console shows the variables of own-words.ts.
  const isOfProgrammers = /^\s*(\*|\/\/|\/\*)|summary:|description:|AppError|invalid\(|notFound|logger|Error\(/
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter(
        (line) =>
          !isOfProgrammers.test(line) &&
          /['`>]\p{Lu}[\p{L}’]+ \p{Ll}[\p{L}’]* \p{Ll}|>\p{Lu}\p{Ll}{3}[^<>]*</u.test(line),
      )
      .map((line) => `${file}: ${line.trim()}`),
  )
  assert.deepEqual(
    found.filter((line) => !line.startsWith('src/modules/mails/own-words.ts: ')),
    [],
  )
})
