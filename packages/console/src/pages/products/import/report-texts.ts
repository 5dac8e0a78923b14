import type { Schemas } from '@commerce-platform/client'
import { count } from '#console/lib/format.ts'
import { languageName } from '#console/lib/languages.ts'

type Report = Schemas['Import']

/** Such as `French 120, German 118`. */
export const languagesIn = (translated: Report['translated']): string =>
  Object.entries(translated)
    .map(([locale, texts]) => `${languageName(locale)} ${count(texts)}`)
    .join(', ')

/** Warnings of pictures say which; others are of texts that were left out. */
export const isOfPicture = ({ message }: Report['warnings'][number]): boolean => message.startsWith('picture ')
