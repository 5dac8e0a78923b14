import { setImmediate as nextTurn } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { invalid } from '#src/platform/lib/errors.ts'
import { type BankCredit, nothingSkipped, type ReadStatement, refuseTooMany } from './bank-credit.ts'
import { type Element, valueAt } from './camt-element.ts'
import { creditsOf } from './camt-entry.ts'

/** Most elements within one entry or account, and most levels. */
const [maxElements, maxDepth] = [200_000, 40]
/** Characters that are parsed before other requests have their turn. */
const pieceLength = 65_536
/** Most characters of one value: the standard has 140, and banks a few more. */
const maxValue = 2_000

/**
 * Reads camt.053 of any version. The parser knows no entities but those of XML itself and loads nothing; a document
 * type is refused.
 * @throws AppError VALIDATION_ERROR
 */
export async function readCamt(xml: string): Promise<ReadStatement> {
  const statement = { credits: [] as BankCredit[], skipped: nothingSkipped() }
  const reader = camtReader(statement)
  for (let at = 0; at < xml.length; at += pieceLength) {
    reader.write(xml.slice(at, at + pieceLength))
    refuseTooMany(statement.credits.length)
    await nextTurn()
  }
  reader.end()
  return statement
}

function camtReader(statement: ReadStatement) {
  const path: string[] = []
  /** Open elements of the entry or account that is being read. */
  const open: Element[] = []
  let elements = 0
  let account = ''
  let isStatement = false
  let ended = false

  const begin = (name: string, attributes: Record<string, string>) => {
    if (open.length === 0 && !isRead(path)) return
    if (++elements > maxElements) throw notCamt('has an entry with too many elements')
    const element: Element = { name, currency: attributes['Ccy'] ?? '', text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  }
  const finish = () => {
    const element = open.pop()
    if (element === undefined || open.length > 0) return
    elements = 0
    if (element.name === 'Acct') account = accountOf(element)
    else creditsOf(element, account, statement)
  }
  const parser = new Parser(
    {
      onprocessinginstruction(name) {
        if (name.toLowerCase() === '!doctype') throw notCamt('has a document type; send it without')
      },
      onopentag(prefixed, attributes) {
        const name = withoutPrefix(prefixed)
        if (ended || path.length >= maxDepth) throw notCamt('is not XML as camt.053 is')
        path.push(name)
        if (path.length === 2 && name === 'BkToCstmrStmt') isStatement = true
        if (path.length === 3 && name === 'Stmt') account = ''
        begin(name, attributes)
      },
      ontext(text) {
        const element = open.at(-1)
        if (element !== undefined && element.text.length < maxValue) element.text += text
      },
      onclosetag(prefixed, isImplied) {
        if (isImplied || path.pop() !== withoutPrefix(prefixed)) throw notCamt('is cut off, or not XML')
        ended = path.length === 0
        finish()
      },
      onerror(error) {
        throw error
      },
    },
    { xmlMode: true },
  )
  return {
    write: (piece: string) => parser.write(piece),
    end() {
      parser.end()
      if (!isStatement) throw notCamt('is not a statement; ask your bank for camt.053')
      if (!ended) throw notCamt('is cut off, or not XML')
    },
  }
}

/** Accounts and entries of a statement. */
function isRead(path: readonly string[]): boolean {
  const [, message, statement, part] = path
  if (path.length !== 4 || message !== 'BkToCstmrStmt' || statement !== 'Stmt') return false
  return part === 'Acct' || part === 'Ntry'
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function accountOf(account: Element): string {
  return valueAt(account, 'Id', 'IBAN') || valueAt(account, 'Id', 'Othr', 'Id')
}

function notCamt(message: string) {
  return invalid({ field: 'body', message })
}
