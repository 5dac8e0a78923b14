import { chosenLanguage, consoleLanguages, languageKey } from '#console/lib/language.ts'
import { t } from '#console/lib/text.ts'
import { Select } from '#console/ui/field.tsx'

/** In which language the console is written, in this browser. */
export function LanguageChoice() {
  return (
    <Select
      aria-label={t('Language of the console')}
      className="max-w-xs"
      defaultValue={chosenLanguage() ?? ''}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{t('As the browser says')}</option>
      {Object.entries(consoleLanguages).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** Texts are read as the page loads, so it is loaded anew. */
function choose(code: string): void {
  if (code === '') localStorage.removeItem(languageKey)
  else localStorage.setItem(languageKey, code)
  location.reload()
}
