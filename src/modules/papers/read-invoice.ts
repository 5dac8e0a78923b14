import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { mayStandTogether } from './categories.ts'
import type { Dependencies } from './dependencies.ts'
import { filesOf } from './invoice-files.ts'
import { invoicePage } from './print/invoice-page.ts'
import { printPolicy } from './print/page.ts'
import { type InvoiceRow, selectInvoices } from './queries.ts'
import { readLogo } from './read-logo.ts'
import { hasTwoDecimals } from './rules.ts'

export const formats = ['html', 'pdf', 'facturx', 'ubl'] as const
export type Format = (typeof formats)[number]

export interface Whose {
  merchantId: string
  orderId: string
  userId?: string | undefined
}

/** A file to be sent. */
export interface PaperFile {
  type: string
  /** Null: a page, which has no file. */
  name: string | null
  content: string | Buffer
  policy: string | undefined
}

/**
 * One paper of an order: the one with this number, else its newest invoice.
 * @throws AppError NOT_FOUND, CONFLICT if it has no form in EN 16931
 */
export async function readPaper(
  deps: Dependencies,
  whose: Whose,
  {
    number,
    format,
    accept = '',
  }: { number?: string | undefined; format?: Format | undefined; accept?: string | undefined },
): Promise<PaperFile> {
  const paper = await findPaper(deps, whose, number)
  const chosen = format ?? (/\bapplication\/pdf\b/.test(accept) ? 'pdf' : 'html')
  const name = paper.full_number.replaceAll('/', '-')
  if (chosen === 'html') {
    const content = invoicePage(paper.data, await readLogo(deps, whose.merchantId))
    return { type: 'text/html; charset=utf-8', name: null, content, policy: printPolicy }
  }
  const { pdf, ubl, missing } = await filesOf(deps, paper)
  const others = `its page ${pdf === null ? 'is' : 'and its PDF are'} there`
  if (chosen !== 'pdf' && ubl === null)
    throw new AppError('CONFLICT', `this invoice is not available in EN 16931: ${whyNone(paper)}; ${others}`)
  if (chosen === 'ubl')
    return { type: 'application/xml; charset=utf-8', name: `${name}.xml`, content: ubl ?? '', policy: undefined }
  if (pdf === null)
    throw new AppError(
      'CONFLICT',
      `this paper has no PDF: the fonts of this service do not have ${listedCharacters(missing ?? '')}; its page ` +
        `is there (\`format=html\`)${ubl === null ? '' : ', and its XML (`format=ubl`)'}`,
    )
  return { type: 'application/pdf', name: `${name}.pdf`, content: pdf, policy: undefined }
}

/** Characters with their numbers: many programs show no more than boxes for them. */
export function listedCharacters(characters: string): string {
  const all = [...characters].map(
    (one) => `${one} (U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')})`,
  )
  return all.length <= 5 ? all.join(', ') : `${all.slice(0, 5).join(', ')} and ${all.length - 5} more`
}

/** Currencies that the library of electronic invoices does not know (yet): a test compares its list. */
export const currenciesWithoutForm: ReadonlySet<string> = new Set(['HRK', 'SLL', 'XCG'])

function whyNone({ data }: InvoiceRow): string {
  const { currency, accounting, taxes, has_en16931 } = data
  const unknown = [currency, accounting?.currency ?? ''].find((code) => currenciesWithoutForm.has(code))
  if (unknown !== undefined) return `electronic invoices of this service do not know the currency ${unknown}`
  if (has_en16931) return 'it lacks what that standard needs'
  if (!mayStandTogether(taxes.map(({ category }) => category)))
    return 'services not subject to VAT stand there on an invoice of their own, so they need an order of their own'
  return hasTwoDecimals(data, currency)
    ? 'an item has several taxes, and the standard has one for each line'
    : 'its amounts have three decimals, and the standard has two'
}

async function findPaper({ shop }: Dependencies, whose: Whose, number: string | undefined): Promise<InvoiceRow> {
  return choosePaper(await selectInvoices(shop(whose.merchantId), whose), number)
}

/** The paper with this number, else the newest invoice. @throws AppError NOT_FOUND */
export function choosePaper(papers: readonly InvoiceRow[], number: string | undefined): InvoiceRow {
  const paper =
    number === undefined
      ? papers.findLast(({ kind, cause }) => kind === 'invoice' && cause !== 'refund_failed')
      : papers.find(({ full_number }) => full_number === number)
  if (paper === undefined) throw notFound('invoice')
  return paper
}
