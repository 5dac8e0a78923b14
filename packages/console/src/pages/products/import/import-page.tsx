import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { Fragment, useState } from 'react'
import { rich } from '#console/lib/rich.ts'
import { saveFile } from '#console/lib/save-file.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Page, Section } from '#console/ui/page.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ownColumns, sampleFile } from './own-columns.ts'
import { Preview } from './preview.tsx'
import { useUpload } from './upload.ts'

export function ImportPage() {
  const upload = useUpload()
  const [file, setFile] = useState<File>()
  return (
    <Page
      title={t('Import products')}
      back={{ label: t('Back to the products'), to: '/products' }}
      actions={
        <Button onClick={() => saveFile('products-sample.csv', new Blob([sampleFile], { type: 'text/csv' }))}>
          <Download aria-hidden />
          {t('Sample file')}
        </Button>
      }
    >
      <div className="grid max-w-3xl grid-cols-1 gap-8 px-4 py-6 lg:px-8">
        <div>
          <ChooseFile label={t('Choose a file, or drop it here')} onChosen={setFile} />
          {upload && (
            <Link
              to="/products/imports/$importId"
              params={{ importId: upload.importId }}
              className={`${linkClass} mt-3 inline-block`}
            >
              {upload.isSending
                ? t('See how far {file} is', { file: upload.file.name })
                : t('Report of {file}', { file: upload.file.name })}
            </Link>
          )}
        </div>
        {file ? (
          <Preview
            key={`${file.name} ${file.size} ${file.lastModified}`}
            file={file}
            onClose={() => setFile(undefined)}
          />
        ) : (
          <>
            <p className="max-w-2xl text-ink-2">
              {t(
                'Files that Shopify, WooCommerce (in the language of its shop), Vendure and Medusa export ' +
                  'are read as they are, with their variants and pictures. In a file of your own, a row with ' +
                  'a known SKU changes that product, one with a new SKU creates it. A column that is left out ' +
                  'stays as it is; an empty field clears a column that says “none” below, and leaves the ' +
                  'others alone. Faulty rows are left out and listed.',
              )}
            </p>
            <p className="max-w-2xl text-ink-2">
              {rich(
                'Texts in the other languages of your markets have columns of their own, such as {name} or ' +
                  '{description}. An export has them, too. Shopify’s file of translations is read once its products ' +
                  'are here; of WPML and Polylang, products in other languages become texts.',
                {
                  name: <code className="font-mono text-xs">name:fr</code>,
                  description: <code className="font-mono text-xs">description:pt-BR</code>,
                },
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

const cell = 'h-9 border-b border-line px-3 py-2 text-left first:pl-0 last:pr-0'

function Columns() {
  return (
    <table className="w-full border-separate border-spacing-0">
      <thead className="text-xs text-ink-3 [&_th]:font-medium">
        <tr>
          <th scope="col" className={`${cell} h-8! py-0!`}>
            {t('Column')}
          </th>
          <th scope="col" className={`${cell} h-8! py-0!`}>
            {t('What it holds')}
          </th>
          <th scope="col" className={`${cell} h-8! py-0! whitespace-nowrap`}>
            {t('New product')}
          </th>
        </tr>
      </thead>
      <tbody>
        {ownColumns.map(([name, what, atFirst]) => (
          <tr key={name}>
            <th scope="row" className={`${cell} font-mono text-xs font-normal sm:whitespace-nowrap`}>
              {name.split('_').map((word, index) => (
                <Fragment key={word}>
                  {index > 0 && (
                    <>
                      _<wbr />
                    </>
                  )}
                  {word}
                </Fragment>
              ))}
            </th>
            <td className={`${cell} w-full`}>{what}</td>
            <td className={`${cell} whitespace-nowrap ${atFirst === 'required' ? '' : 'text-ink-3'}`}>{atFirst}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
