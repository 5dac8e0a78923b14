import type { MailLook } from './look.ts'

/**
 * The content of a mail without layout, rendered as HTML and as text. Names that people chose have passed `clean`
 * (values.ts).
 */
export interface MailDocument {
  /** In which it is written (`writtenLocale`). */
  locale: string
  subject: string
  title: string
  blocks: readonly Block[]
  /** Small print. */
  footer?: readonly string[]
  /** Of a marketing mail: ends such mails with one click (RFC 8058), and by a page that asks. */
  unsubscribe?: { label: string; url: string }
  /** That of the shop; left out: ours. */
  look?: MailLook | undefined
}

export type Block =
  | Paragraph
  | { type: 'link'; label: string; url: string }
  | { type: 'facts'; facts: readonly Fact[] }
  | LinesBlock
  | { type: 'columns'; columns: readonly { title: string; lines: readonly string[] }[] }

interface Paragraph {
  type: 'paragraph'
  /** Line breaks are kept. */
  text: string
  /** Of the first words of a mail, which a shop can replace by its own: what stays of them, in a paragraph after. */
  keeps?: string
}

export interface LinesBlock {
  type: 'lines'
  title: string
  lines: readonly DocumentLine[]
  /** Number of omitted lines. */
  more: number
  totals: readonly Total[]
}

export interface Fact {
  label: string
  value: string
}

/** A line of an order. */
export interface DocumentLine {
  quantity: number
  name: string
  note?: string
  amount?: string
}

export interface Total {
  label: string
  amount: string
  /** A highlighted value. */
  strong?: boolean
}
