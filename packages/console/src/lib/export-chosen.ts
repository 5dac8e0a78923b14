import type { FileFormat } from '#console/ui/export-dialog.tsx'

/** The service takes so many ids in an address. */
const max = 200

type Download = (
  ids: string,
  format: FileFormat,
  signal: AbortSignal,
) => Promise<ReadableStream<Uint8Array> | null | undefined>

/** One file of any number of chosen items, asked for in parts. Each part of a CSV file begins with the same header. */
export async function exportChosen(
  ids: readonly string[],
  format: FileFormat,
  signal: AbortSignal,
  download: Download,
): Promise<ReadableStream<Uint8Array>> {
  const texts: string[] = []
  for (let at = 0; at < ids.length; at += max) {
    const part = await new Response((await download(ids.slice(at, at + max).join(), format, signal)) ?? null).text()
    texts.push(format === 'csv' && at > 0 ? part.slice(part.indexOf('\n') + 1) : part)
  }
  return new Blob(texts).stream()
}
