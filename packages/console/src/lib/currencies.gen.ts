// Written by `npm run generate` from src/platform/lib/money.ts.

const unusualDigits: Readonly<Record<string, number>> = {
  BHD: 3,
  BIF: 0,
  CLF: 4,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  UYW: 4,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
}

/**
 * Decimals of a currency as the service counts them, by ISO 4217: GBP 2, HUF 2, JPY 0, KWD 3. Engines have tables of
 * their own, which round some of them: give these as `minimumFractionDigits` and `maximumFractionDigits` to
 * `Intl.NumberFormat`.
 */
export function currencyDigits(currency: string): number {
  return unusualDigits[currency] ?? 2
}
