import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import { AppError } from '#src/platform/lib/errors.ts'
import { camtOf, entryOf } from '#test/support/bank-statements.ts'
import { readColumns } from './csv-columns.ts'
import { readFile } from './read-file.ts'

const how = { named: undefined, lastColumns: [], currency: 'EUR' }
const readXml = async (xml: string | Buffer) =>
  (await readFile({ ...how, kind: 'xml', bytes: Buffer.from(xml as string) })).statements[0]
const readCsv = (text: string | Buffer, columns?: string) =>
  readFile({
    ...how,
    kind: 'csv',
    bytes: Buffer.from(text as string),
    named: columns ? readColumns(columns) : undefined,
  })
const refused = (reading: Promise<unknown>, message: RegExp, field = 'body') =>
  assert.rejects(reading, (error) => {
    assert.ok(error instanceof AppError, String(error))
    const [fault] = error.details as { field: string; message: string }[]
    assert.equal(error.code, 'VALIDATION_ERROR')
    assert.equal(fault?.field, field)
    assert.match(fault?.message ?? '', message)
    return true
  })

/** A zip archive as programs write it. */
function zipOf(files: Record<string, string | Buffer>, { stored = false } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content as string)
    const packed = stored ? bytes : deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(stored ? 0 : 8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    const version = Buffer.from([20, 0])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), version, common, tail, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, entries, Buffer.from('PK\x05\x06', 'latin1'), end])
}

describe('camt.053', () => {
  it('of versions 02 and 08 is the same, with any prefix of its namespace', async () => {
    const credit = { amount: '25.00', name: 'Ada &amp; Co', text: ['Order', '7'], bankReference: '20261127-0001' }
    const expected = {
      account: 'DE02120300000000202051',
      bookedOn: '2026-11-27',
      amountMinor: 2_500,
      currency: 'EUR',
      name: 'Ada & Co',
      text: 'Order 7',
      references: [],
      bankReference: '20261127-0001',
    }
    for (const version of [2, 8]) {
      const xml = camtOf([entryOf(credit, version)], { version })
      const prefixed = xml.replace(/<(\/?)(?=[A-Z])/g, '<$1n:').replace('xmlns=', 'xmlns:n=')
      for (const one of [xml, prefixed]) assert.deepEqual((await readXml(one))?.credits, [expected])
    }
  })

  it('as a German bank writes it: codes of its own, no references, words in pieces', async () => {
    const code = (gvc: string) => `<BkTxCd><Prtry><Cd>NTRF+${gvc}+00931</Cd><Issr>DK</Issr></Prtry></BkTxCd>`
    const entry = (gvc: string, details: string) =>
      `<Ntry><Amt Ccy="EUR">19.90</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-26</Dt></BookgDt>
       <AcctSvcrRef>NONREF</AcctSvcrRef>${code(gvc)}<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId>
       <Prtry><Tp>FI-UMSATZ-ID</Tp><Ref>1</Ref></Prtry></Refs>${details}</TxDtls></NtryDtls>
       <AddtlNtryInf>SEPA-GUTSCHRIFT</AddtlNtryInf></Ntry>`
    const payer = '<RltdPties><Dbtr><Nm>Lena Beispiel</Nm></Dbtr></RltdPties>'
    const words = '<RmtInf><Ustrd>SVWZ+Bestellung 2611</Ustrd><Ustrd>26-7K3M9Q</Ustrd></RmtInf>'
    const statement = await readXml(camtOf([entry('166', payer + words), entry('159', payer), entry('166', '')]))
    assert.deepEqual(statement?.skipped, { debits: 0, pending: 0, returned: 1 })
    assert.deepEqual(
      statement?.credits.map(({ name, text, bankReference }) => [name, text, bankReference]),
      [
        ['Lena Beispiel', 'SVWZ+Bestellung 2611 26-7K3M9Q', ''],
        ['', 'SEPA-GUTSCHRIFT', ''],
      ],
    )
  })

  it('as a Dutch bank writes it: a reference end to end, amounts in details, the ultimate payer', async () => {
    const entry = `<Ntry><NtryRef>2911</NtryRef><Amt Ccy="EUR">384.10</Amt><CdtDbtInd>CRDT</CdtDbtInd>
      <RvslInd>false</RvslInd>
      <Sts>BOOK</Sts><BookgDt><DtTm>2026-11-26T23:30:00+01:00</DtTm></BookgDt>
      <AcctSvcrRef>43011075:CI49CT</AcctSvcrRef><BkTxCd><Prtry><Cd>100</Cd><Issr>BANK</Issr></Prtry></BkTxCd>
      <NtryDtls><TxDtls>
      <Refs><AcctSvcrRef>OO9T00506986</AcctSvcrRef><EndToEndId>26-11-2026 00:07 702</EndToEndId></Refs>
      <AmtDtls><TxAmt><Amt Ccy="EUR">384.10</Amt></TxAmt></AmtDtls>
      <RltdPties><UltmtDbtr><Nm>Joris Voorbeeld</Nm></UltmtDbtr></RltdPties>
      <RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>RF18 1234</Ref></CdtrRefInf></Strd>
      </RmtInf></TxDtls></NtryDtls></Ntry>`
    const credits = (await readXml(camtOf([entry], { version: 2 })))?.credits
    assert.deepEqual(
      credits?.map(({ account: _, ...credit }) => credit),
      [
        {
          bookedOn: '2026-11-26',
          amountMinor: 38_410,
          currency: 'EUR',
          name: 'Joris Voorbeeld',
          text: 'RF18 1234 26-11-2026 00:07 702',
          bankReference: 'OO9T00506986',
          references: ['RF18 1234', '26-11-2026 00:07 702'],
        },
      ],
    )
  })

  it('as a Swiss bank writes it: one entry for many transactions, each with its amount', async () => {
    const part = (amount: string, name: string, more = '', direction = 'CRDT') =>
      `<TxDtls><Refs><AcctSvcrRef>TX-${name}-01</AcctSvcrRef></Refs><Amt Ccy="CHF">${amount}</Amt>
       <CdtDbtInd>${direction}</CdtDbtInd>
       <RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties>${more}</TxDtls>`
    const back = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'
    const entry = (details: string) =>
      `<Ntry><NtryRef>CH4431999123000889012</NtryRef><Amt Ccy="CHF">60.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
       <Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-26</Dt></BookgDt><AcctSvcrRef>BATCH-0001</AcctSvcrRef>
       <NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch>${details}</NtryDtls></Ntry>`
    const parts = part('20.00', 'Urs') + part('40', 'Reto') + part('5', 'Back', back) + part('1', 'Fee', '', 'DBIT')
    const statement = await readXml(camtOf([entry(parts), entry('')]))
    assert.deepEqual(statement?.skipped, { debits: 1, pending: 0, returned: 1 })
    assert.deepEqual(
      statement?.credits.map(({ amountMinor, name, bankReference }) => [amountMinor, name, bankReference]),
      [
        [2_000, 'Urs', 'TX-Urs-01'],
        [4_000, 'Reto', 'TX-Reto-01'],
        // The bank says nothing of its parts.
        [6_000, '', 'BATCH-0001'],
      ],
    )
  })

  it('counts debits, pending and returned entries, and keeps none of them', async () => {
    const code = '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>'
    const statement = await readXml(
      camtOf([
        entryOf({ amount: 1, debit: true }),
        entryOf({ amount: 2, status: 'PDNG' }),
        entryOf({ amount: 3, more: '<RvslInd>true</RvslInd>' }),
        entryOf({ amount: 4, more: code }),
        entryOf({ amount: '0.00' }),
      ]),
    )
    assert.deepEqual(statement, { credits: [], skipped: { debits: 1, pending: 1, returned: 2 } })
  })

  it('that is none, is cut off, has a document type or no amount is refused', async () => {
    const whole = camtOf([entryOf({ amount: 1, text: 'a' })])
    const doctype = '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    await refused(readXml(''), /not a statement/)
    await refused(readXml('{}'), /not a statement/)
    await refused(readXml('<html><body>Sign in</body></html>'), /not a statement/)
    await refused(readXml(whole.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt')), /not a statement/)
    await refused(readXml(whole.slice(0, -30)), /cut off/)
    await refused(readXml(whole.replace('</Ntry>', '')), /cut off/)
    await refused(readXml(whole.replace('?>\n', `?>${doctype}`)), /document type/)
    await refused(readXml(`${whole}<a/>`), /not XML/)
    await refused(readXml(whole.replace('>1<', '>one<')), /amount/)
    await refused(readXml(whole.replace('Ccy="EUR"', '')), /currency/)
    await refused(readXml(camtOf([entryOf({ amount: 1, text: `${'<a>'.repeat(40)}${'</a>'.repeat(40)}` })])), /not XML/)
    const many = Array.from({ length: 2_001 }, (_, n) => entryOf({ amount: 1, text: `${n}` }))
    await refused(readXml(camtOf(many)), /at most 2000 credits/)
  })

  it('is read in the encoding that it names; unknown entities stay as they are', async () => {
    const xml = camtOf([entryOf({ amount: 1, name: 'Jörg &euro; &#x41;' })])
    const latin = Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1')
    const utf16 = Buffer.from(`\ufeff${xml}`, 'utf16le')
    for (const bytes of [xml, latin, utf16]) assert.equal((await readXml(bytes))?.credits[0]?.name, 'Jörg &euro; A')
    await refused(readXml(Buffer.from(xml, 'latin1')), /UTF-8/)
  })
})

describe('zip of camt.053', () => {
  const readZip = (bytes: Buffer) => readFile({ ...how, kind: 'zip', bytes })
  const one = camtOf([entryOf({ amount: 1, text: 'a' })])
  const two = camtOf([entryOf({ amount: 2, text: 'b' })])

  it('is read file by file, stored or packed, without what is no XML', async () => {
    for (const stored of [true, false]) {
      const archive = zipOf({ 'a/1.xml': one, 'read me.txt': 'no', '__MACOSX/1.xml': 'no', '2.XML': two }, { stored })
      const { statements } = await readZip(archive)
      assert.deepEqual(
        statements.map(({ credits }) => credits.map(({ amountMinor }) => amountMinor)),
        [[100], [200]],
      )
    }
  })

  it('that is none, is damaged, or becomes too large is refused', async () => {
    const archive = zipOf({ '1.xml': one })
    await refused(readZip(Buffer.from('PK')), /not a zip archive/)
    await refused(readZip(archive.subarray(0, -8)), /not a zip archive/)
    await refused(readZip(zipOf({ '1.txt': one })), /no XML files/)
    await refused(readZip(zipOf({ '1.xml': 'no' })), /not a statement/)
    const damaged = Buffer.from(archive)
    damaged.fill(0xff, 40, 60)
    await refused(readZip(damaged), /damaged/)
    const bomb = Buffer.alloc(33_554_433, ' ')
    await refused(readZip(zipOf({ '1.xml': bomb })), /32 MiB/)
    // Many that are small alone.
    const some = Buffer.concat([Buffer.from(one), Buffer.alloc(17_000_000, ' ')])
    await refused(readZip(zipOf({ '1.xml': some, '2.xml': some })), /32 MiB/)
    const files = Object.fromEntries(Array.from({ length: 401 }, (_, n) => [`${n}.xml`, one]))
    await refused(readZip(zipOf(files)), /400 files/)
  })
})

describe('CSV of a bank', () => {
  it('is read by named columns, below other lines, with decimal commas and Windows-1252', async () => {
    const text = [
      '"Konto";"DE02 1203"',
      '',
      '"Buchungstag";"Betrag (€)";"Auftraggeber";"Zweck";"Zweck, Teil 2";"Währung"',
      '"27.11.2026";"1.234,50";"Jörg";"Bestellung";"7";"EUR"',
      '"27.11.26";"-12,00";"Miete";"";"";"EUR"',
      '"28.11.2026";"25";"Ada";"Danke";"";"CHF"',
      '"Summe";"1.247,50"',
    ].join('\r\n')
    const columns =
      'date=Buchungstag,amount=Betrag (€),name=auftraggeber,text=Zweck,"text=Zweck, Teil 2",currency=Währung'
    const latin = Buffer.from([...text].map((character) => (character === '€' ? 0x80 : character.charCodeAt(0))))
    for (const bytes of [Buffer.from(text), latin]) {
      const { statements, columns: used } = await readCsv(bytes, columns)
      assert.deepEqual(statements[0]?.skipped, { debits: 1, pending: 0, returned: 0 })
      assert.deepEqual(
        statements[0]?.credits.map((credit) => [credit.bookedOn, credit.amountMinor, credit.currency, credit.text]),
        [
          ['2026-11-27', 123_450, 'EUR', 'Bestellung 7'],
          ['2026-11-28', 2_500, 'CHF', 'Danke'],
        ],
      )
      assert.deepEqual(used?.text, ['Zweck', 'Zweck, Teil 2'])
    }
  })

  it('has debits by sign, by word or in a column of their own; days as the bank writes them', async () => {
    const credits = async (text: string, columns: string) =>
      (await readCsv(text, columns)).statements[0]?.credits.map((one) => [one.bookedOn, one.amountMinor])
    const named = 'date=Date,amount=Amount,text=Text'
    assert.deepEqual(await credits('Date,Amount,Text\n11/27/2026,"1,234.50",a\n11/02/2026,(3.00),b\n', named), [
      ['2026-11-27', 123_450],
    ])
    assert.deepEqual(await credits("Date;Amount;Text\n03/04/2026;1'000.00;a\n2026-04-03;4,00-;b\n", named), [
      ['2026-04-03', 100_000],
    ])
    assert.deepEqual(
      await credits('Date;Amount;Text;Af Bij\n20261127;3,50;a;Bij\n20261127;4,50;b;Af\n', `${named},direction=Af Bij`),
      [['2026-11-27', 350]],
    )
    assert.deepEqual(await credits('Date\tDebit\tAmount\tText\n2026-11-27\t\t1.000\ta\n2026-11-27\t2\t\tb\n', named), [
      ['2026-11-27', 100_000],
    ])
  })

  it('without columns is read by usual titles, else refused with the field columns', async () => {
    const usual = 'Buchungstag;Betrag;Zahlungspflichtige*r;Verwendungszweck\n27.11.2026;5,00;Ada;Danke\n'
    const { statements, columns } = await readCsv(usual)
    assert.equal(statements[0]?.credits[0]?.name, 'Ada')
    assert.deepEqual(columns?.amount, ['Betrag'])
    await refused(readCsv('a;b;c\n1;2;3\n'), /must say which columns/, 'columns')
    await refused(readCsv('a;b;c\n1;2;3\n', 'date=a,amount=b,text=x'), /does not have/, 'columns')
    await refused(readCsv('', 'date=a,amount=b,text=x'), /does not have/, 'columns')
    await refused(readCsv(`a;b;c\n${'2026-11-27;-1;x\n'.repeat(20_001)}`, 'date=a,amount=b,text=c'), /20000 rows/)
    await refused(readCsv('a;b;c\n2026-11-27;zwei;3\n', 'date=a,amount=b,text=c'), /amount/)
    for (const [wrong, message] of [
      ['date=a', /amount/],
      ['date=a,amount=b,text=c,date=d', /twice/],
      ['date=a,amount=b,text=c,colour=d', /has only/],
      ['date=a,amount=b,text=', /title/],
    ] as const)
      assert.throws(() => readColumns(wrong), { code: 'VALIDATION_ERROR', message })
  })
})
