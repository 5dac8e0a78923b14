import { language } from '#console/lib/language.ts'
import { setTexts } from '#console/lib/text.ts'

/** The address of each language's texts. English stands in the code. */
const files = import.meta.glob<string>('../texts/*.json', { query: '?url', import: 'default', eager: true })

/** Of the viewer's language. English is shown, rather than nothing, if they cannot be loaded. */
export async function loadTexts(): Promise<void> {
  const file = files[`../texts/${language}.json`]
  if (file === undefined) return
  const answer = await fetch(file).catch(() => undefined)
  if (answer?.ok) setTexts(await answer.json())
}
