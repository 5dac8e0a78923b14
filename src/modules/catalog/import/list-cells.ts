import { parse } from 'csv-parse/sync'

/** Texts with commas between them; one with a comma or a quote stands in quotes, as in CSV. */
export function listCell(texts: readonly string[]): string {
  return texts.map((text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(', ')
}

/** @throws CsvError if a quote is not closed */
export function readList(cell: string): string[] {
  const texts = cell.includes('"')
    ? (parse(cell, { relax_column_count: true, trim: true }) as string[][]).flat()
    : cell.split(',')
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}
