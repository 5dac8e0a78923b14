import { parse } from 'csv-parse/sync'

/** Texts with commas between them; one with a comma or a quote stands in quotes, as in CSV. */
export function listCell(texts: readonly (string | null)[]): string {
  return texts.map((text) => (text && /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(', ')
}

/** @throws CsvError if a quote is not closed */
export function readList(cell: string): string[] {
  return split(cell).filter((text) => text !== '')
}

/** Texts in their places; an empty one is null. @throws CsvError if a quote is not closed */
export function readTexts(cell: string): (string | null)[] {
  return split(cell).map((text) => text || null)
}

function split(cell: string): string[] {
  const texts = cell.includes('"')
    ? (parse(cell, { relax_column_count: true, trim: true }) as string[][]).flat()
    : cell.split(',')
  return texts.map((text) => text.trim())
}
