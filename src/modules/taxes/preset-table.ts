/**
 * Rates as laws have them, so that nobody has to look them up. Whoever changes a row changes its date. A country's
 * first rate is the standard one; the class of each further one is `reduced`, `reduced-2` and so on.
 */

export interface PresetCountry {
  /** What the tax is called there. */
  name: string
  /** Percent. */
  rates: readonly number[]
  source: string
  /** The day whose law it states. */
  asOf: string
  warning?: string
}

const union = 'European Commission, VAT rates in the EU Member States'
const inUnion = (name: string, rates: readonly number[], warning?: string): PresetCountry => ({
  name,
  rates,
  source: union,
  asOf: '2026-01-01',
  ...(warning !== undefined && { warning }),
})

export const presetCountries: Readonly<Record<string, PresetCountry>> = {
  AT: inUnion('USt.', [20, 10, 13]),
  BE: inUnion('TVA/btw', [21, 6, 12]),
  BG: inUnion('DDS', [20, 9]),
  CY: inUnion('VAT', [19, 5, 9, 3]),
  CZ: inUnion('DPH', [21, 12]),
  DE: inUnion('MwSt.', [19, 7], 'Büsingen and Heligoland are outside of the EU’s VAT area: add rows of 0 % for them.'),
  DK: inUnion('moms', [25]),
  EE: inUnion('käibemaks', [24, 9, 13]),
  ES: inUnion('IVA', [21, 10, 4], 'The Canary Islands, Ceuta and Melilla have taxes of their own: add rows for them.'),
  FI: inUnion('ALV', [25.5, 13.5, 10], 'Åland is outside of the EU’s VAT area.'),
  FR: inUnion('TVA', [20, 5.5, 10, 2.1], 'Corsica has some rates of its own.'),
  GR: inUnion('VAT', [24, 13, 6], 'Some islands have lower rates.'),
  HR: inUnion('PDV', [25, 5, 13]),
  HU: inUnion('áfa', [27, 5, 18]),
  IE: inUnion('VAT', [23, 13.5, 9, 4.8], 'Goods such as books and children’s clothes have 0 %.'),
  IT: inUnion('IVA', [22, 10, 4, 5], 'Livigno and Campione d’Italia are outside of the EU’s VAT area.'),
  LT: inUnion('PVM', [21, 12, 5]),
  LU: inUnion('TVA', [17, 8, 3, 14]),
  LV: inUnion('PVN', [21, 12, 5]),
  MT: inUnion('VAT', [18, 5, 7, 12]),
  NL: inUnion('btw', [21, 9]),
  PL: inUnion('VAT', [23, 8, 5]),
  PT: inUnion('IVA', [23, 6, 13], 'The Azores and Madeira have lower rates: add rows for them.'),
  RO: inUnion('TVA', [21, 11]),
  SE: inUnion('moms', [25, 12, 6]),
  SI: inUnion('DDV', [22, 9.5, 5]),
  SK: inUnion('DPH', [23, 5, 19]),
  GB: {
    name: 'VAT',
    rates: [20, 5],
    source: 'gov.uk, VAT rates',
    asOf: '2026-01-01',
    warning: 'Most food, books and children’s clothes have 0 %: add a class for them.',
  },
  NO: { name: 'MVA', rates: [25, 15, 12], source: 'Skatteetaten, VAT rates', asOf: '2026-01-01' },
  CH: { name: 'MWST', rates: [8.1, 2.6, 3.8], source: 'Federal Tax Administration, VAT rates', asOf: '2026-01-01' },
  AU: {
    name: 'GST',
    rates: [10],
    source: 'Australian Taxation Office, GST',
    asOf: '2026-01-01',
    warning: 'Basic food and some other goods are free of GST: add a class for them.',
  },
  NZ: { name: 'GST', rates: [15], source: 'Inland Revenue, GST', asOf: '2026-01-01' },
  JP: { name: '消費税', rates: [10, 8], source: 'National Tax Agency, consumption tax', asOf: '2026-01-01' },
  SG: { name: 'GST', rates: [9], source: 'Inland Revenue Authority of Singapore, GST rates', asOf: '2026-01-01' },
}

export interface PresetRegions {
  regions: Readonly<Record<string, readonly (readonly [name: string, rate: number])[]>>
  source: string
  asOf: string
  warning?: string
}

const gst = ['GST', 5] as const

/** Percent of the state alone. */
const statesByRate: readonly (readonly [rate: number, states: string])[] = [
  [2.9, 'CO'],
  [4, 'AL GA HI NY WY'],
  [4.2, 'SD'],
  [4.225, 'MO'],
  [4.3, 'VA'],
  [4.5, 'OK'],
  [4.75, 'NC'],
  [4.85, 'UT'],
  [4.875, 'NM'],
  [5, 'LA ND WI'],
  [5.5, 'ME NE'],
  [5.6, 'AZ'],
  [5.75, 'OH'],
  [6, 'DC FL IA ID KY MD MI PA SC VT WV'],
  [6.25, 'IL MA TX'],
  [6.35, 'CT'],
  [6.5, 'AR KS WA'],
  [6.625, 'NJ'],
  [6.85, 'NV'],
  [6.875, 'MN'],
  [7, 'IN MS RI TN'],
  [7.25, 'CA'],
]

export const presetRegions: Readonly<Record<string, PresetRegions>> = {
  CA: {
    regions: {
      AB: [gst],
      BC: [gst, ['PST', 7]],
      MB: [gst, ['RST', 7]],
      NB: [['HST', 15]],
      NL: [['HST', 15]],
      NS: [['HST', 14]],
      NT: [gst],
      NU: [gst],
      ON: [['HST', 13]],
      PE: [['HST', 15]],
      QC: [gst, ['QST', 9.975]],
      SK: [gst, ['PST', 6]],
      YT: [gst],
    },
    source: 'Canada Revenue Agency, GST/HST rates; ministries of finance of the provinces',
    asOf: '2026-01-01',
    warning: 'You collect the taxes of provinces (PST, RST, QST) only where you are registered.',
  },
  US: {
    regions: Object.fromEntries(
      statesByRate.flatMap(([rate, states]) =>
        states.split(' ').map((state) => [state, [['Sales tax', rate]] as const]),
      ),
    ),
    source: 'Departments of revenue of the states, state sales tax alone',
    asOf: '2026-01-01',
    warning:
      'Local rates of counties, cities and districts are missing, so most addresses owe more than this. You collect ' +
      'sales tax only in states where you have to.',
  },
}
