import type { Schemas } from '@commerce-platform/client'
import type { ReactElement, ReactNode } from 'react'
import { t } from '#console/lib/text.ts'
import { Field, Input } from '#console/ui/field.tsx'
import type { Translation } from './translation-data.ts'

type Options = Translation['source']['options']

const ofName = (option: string) => `options.${option}.name`
const ofValue = (option: string, value: string) => `options.${option}.values.${value}`

/** The inputs, by the fields that the service names. */
export function optionNames(options: Options): string[] {
  return options.flatMap(({ name, values }) => [ofName(name), ...values.map((value) => ofValue(name, value))])
}

/** What is typed for options and their values; those that are empty are left out. */
export function readOptions(
  options: Options,
  text: (field: string) => string | null,
): NonNullable<Schemas['SetTranslation']['options']> {
  return Object.fromEntries(
    options.map(({ name, values }) => {
      const words = values.flatMap((value) => {
        const word = text(ofValue(name, value))
        return word === null ? [] : [[value, word] as const]
      })
      return [name, { name: text(ofName(name)), values: Object.fromEntries(words) }]
    }),
  )
}

interface OptionWordsProps {
  options: Options
  saved: Translation['options']
  locale: string
  isRead: boolean
  faultOf: (field: string) => string | undefined
  /** Places a field beside the word of the shop. */
  place: (label: string, text: string, field: ReactElement) => ReactNode
}

/** Words for the options of a group, and for their values. */
export function OptionWords({ options, saved, locale, isRead, faultOf, place }: OptionWordsProps) {
  const field = (label: string, name: string, max: number, word: string | null | undefined) => (
    <Field label={label} error={faultOf(name)}>
      <Input name={name} lang={locale} maxLength={max} defaultValue={word ?? ''} readOnly={isRead} autoComplete="off" />
    </Field>
  )
  return options.map(({ name, values }) => (
    <fieldset key={name} className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">{name}</legend>
      {place(t('Option'), name, field(name, ofName(name), 50, saved[name]?.name))}
      {values.map((value) => (
        <div key={value}>
          {place(
            t('Value of {option}', { option: name }),
            value,
            field(value, ofValue(name, value), 100, saved[name]?.values?.[value]),
          )}
        </div>
      ))}
    </fieldset>
  ))
}
