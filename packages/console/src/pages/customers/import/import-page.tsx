import { Download } from 'lucide-react'
import { useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { saveFile } from '#console/lib/save-file.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { FileDrop } from '#console/ui/file-drop.tsx'
import { Page, Section } from '#console/ui/page.tsx'
import { faultOfFile } from './import-data.ts'
import { ownColumns, sampleFile } from './own-columns.ts'
import { Preview } from './preview.tsx'

/** Customers of a file: what would happen, and then what did. */
export function ImportPage() {
  /** A file may be chosen again after it is mended. */
  const [chosen, setChosen] = useState<{ file: File; times: number }>()
  const [fault, setFault] = useState<string>()
  const refusal = useRefusal('orders.write')
  function choose(file: File): void {
    const wrong = faultOfFile(file)
    setFault(wrong)
    if (wrong === undefined) setChosen({ file, times: (chosen?.times ?? 0) + 1 })
  }
  return (
    <Page
      title={t('Import customers')}
      back={{ label: t('Back to the customers'), to: '/customers' }}
      actions={
        <Button onClick={() => saveFile('customers-sample.csv', new Blob([sampleFile], { type: 'text/csv' }))}>
          <Download aria-hidden />
          {t('Sample file')}
        </Button>
      }
    >
      <div className="grid max-w-3xl grid-cols-1 gap-8 px-4 py-6 lg:px-8">
        <FileDrop
          label={t('Choose a file, or drop it here')}
          hint={t(
            'The CSV of customers that this console, Shopify or WooCommerce exports, or a spreadsheet; ' +
              'up to 10,000 customers, 8 MB',
          )}
          accept=".csv,.tsv,.txt"
          error={fault}
          refusal={refusal}
          onFile={choose}
        />
        {chosen ? (
          <Preview key={chosen.times} file={chosen.file} onClose={() => setChosen(undefined)} />
        ) : (
          <>
            <p className="max-w-2xl text-ink-2">
              {t(
                'First you see what will happen. A row changes the customer with its e-mail address, or ' +
                  'creates a new one. Empty cells change nothing. Consent to marketing is imported only if ' +
                  'the file says when and how the customer agreed.',
              )}
            </p>
            <Section title={t('Columns of your own files')}>
              <Columns />
            </Section>
          </>
        )}
      </div>
    </Page>
  )
}

function Columns() {
  return (
    <dl className="border-t border-line">
      {ownColumns.map(([name, what]) => (
        <div key={name} className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[16rem_1fr]">
          <dt className="font-mono text-xs leading-5 wrap-anywhere">{name}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}
