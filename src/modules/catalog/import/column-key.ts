/** Normalized name of a column: without invisible characters and case; `On hand` and `on-hand` are `on_hand`. */
export function columnKey(title: string): string {
  const seen = title.normalize('NFC').replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
  return seen
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}
