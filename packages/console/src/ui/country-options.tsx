import { countries } from '#console/lib/countries.ts'
import { t } from '#console/lib/text.ts'

/** Of a select of one country. */
export function CountryOptions() {
  return (
    <>
      <option value="">{t('Choose a country')}</option>
      {countries().map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  )
}
