import { setTexts } from '#console/lib/catalogue.ts'
import { language } from '#console/lib/language.ts'

/** The address of each language's texts. English stands in the code. */
const files = import.meta.glob<string>('../texts/*.json', { query: '?url', import: 'default', eager: true })

/** Of the viewer's language. English is shown, rather than nothing, if they cannot be loaded: false. */
export async function loadTexts(): Promise<boolean> {
  const file = files[`../texts/${language}.json`]
  if (file === undefined) return language === 'en'
  const answer = await fetch(file).catch(() => undefined)
  if (!answer?.ok) return false
  setTexts(await answer.json())
  return true
}
