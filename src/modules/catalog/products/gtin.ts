/** Whether a text is a GTIN: 8, 12, 13 or 14 digits, the last being the check digit (GS1 General Specifications). */
export function isGtin(digits: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return false
  // From the right, the check digit included: times 1, 3, 1, 3, …
  const sum = Array.from(digits).reduceRight(
    (total, digit, index) => total + Number(digit) * ((digits.length - index) % 2 === 0 ? 3 : 1),
    0,
  )
  return sum % 10 === 0
}
