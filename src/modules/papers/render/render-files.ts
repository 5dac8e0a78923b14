import { InvoiceService } from '@e-invoice-eu/core'
import type { FrozenInvoice } from '../invoice.ts'
import { toUbl } from './en16931.ts'
import { renderPdf } from './pdf.ts'
import { wordsOf } from './words.ts'

export interface RenderedFiles {
  /** Null: no font has some of its characters. */
  pdf: Uint8Array | null
  ubl: string | null
  /** The characters that no font has. */
  missing: string | null
}

/** The files of an invoice: a PDF with its data as Factur-X in it, and UBL. The logo is a JPEG. */
export async function renderFiles(invoice: FrozenInvoice, logo: Uint8Array | null = null): Promise<RenderedFiles> {
  const { pdf, missing } = await renderPdf(invoice, logo)
  if (!invoice.has_en16931) return { pdf, ubl: null, missing }
  try {
    return { ...(await electronicFiles(invoice, pdf)), missing }
  } catch (error) {
    // The library has refused the data. People can read the invoice all the same.
    if (isRefusal(error)) return { pdf, ubl: null, missing }
    throw error
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'errors' in error && 'validation' in error
}

async function electronicFiles(invoice: FrozenInvoice, pdf: Uint8Array | null) {
  const lang = invoice.locale ?? 'en'
  // The library changes what it is given.
  const facturx =
    pdf &&
    (await libraryService(invoice).generate(toUbl(invoice), {
      format: 'Factur-X-EN16931',
      lang,
      noWarnings: true,
      pdf: { buffer: pdf, filename: `${invoice.number}.pdf`, mimetype: 'application/pdf' },
    }))
  const ubl = await libraryService(invoice).generate(toUbl(invoice), { format: 'UBL', lang, noWarnings: true })
  return { pdf: facturx as Uint8Array | null, ubl: ubl as string }
}

const quiet = { ...console, log() {}, info() {}, warn() {}, error() {} }

interface Format {
  renderXML(data: object): string
  patchSchema(schema: object): void
  /** Of Factur-X alone. */
  createPDFA?(document: TitledPdf, ...more: unknown[]): Promise<void>
  addXmpMeta?(xmp: unknown, meta: { subject: string }): void
}

interface TitledPdf {
  setTitle(title: string): void
  setSubject(subject: string): void
  setKeywords(keywords: string[]): void
}

interface Formats {
  createFormatService(format: string, logger: unknown): Format
}

/**
 * The library writes a currency at the amount of a line's discount, which the rule CII-DT-031 of EN 16931 forbids, and
 * wants electronic addresses in UBL, which EN 16931 does not ask for. It calls each PDF an "Invoice", in English.
 */
function libraryService(invoice: FrozenInvoice): InvoiceService {
  const service = new InvoiceService(quiet)
  const formats = Reflect.get(service, 'formatFactoryService') as Formats
  const create = formats.createFormatService.bind(formats)
  formats.createFormatService = (...of) => {
    const format = create(...of)
    format.patchSchema = () => {}
    const render = format.renderXML.bind(format)
    format.renderXML = (data) => {
      dropCurrencies(data)
      return render(data)
    }
    nameIn(format, invoice)
    return format
  }
  return service
}

/** What programs show of a PDF, in its two places. */
function nameIn(format: Format, invoice: FrozenInvoice): void {
  const { title } = wordsOf(invoice)
  const name = `${title} ${invoice.number}`
  const create = format.createPDFA?.bind(format)
  const describe = format.addXmpMeta?.bind(format)
  if (create === undefined || describe === undefined) return
  format.addXmpMeta = (xmp, meta) => describe(xmp, { ...meta, subject: name })
  format.createPDFA = async (document, ...more) => {
    await create(document, ...more)
    document.setTitle(name)
    document.setSubject(name)
    document.setKeywords([title, 'Factur-X', 'ZUGFeRD'])
  }
}

function dropCurrencies(data: object): void {
  Reflect.deleteProperty(data, 'ram:ActualAmount@currencyID')
  for (const value of Object.values(data)) if (typeof value === 'object' && value !== null) dropCurrencies(value)
}
