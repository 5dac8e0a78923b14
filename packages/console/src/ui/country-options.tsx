import { countries } from '#console/lib/countries.ts'

/** Of a select of one country. */
export function CountryOptions() {
  return (
    <>
      <option value="">Choose a country</option>
      {countries().map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  )
}
