import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '#console/lib/save-file.ts'
import { Button } from '#console/ui/button.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Page, Section } from '#console/ui/page.tsx'
import { ChooseFile } from './choose-file.tsx'
import { Preview } from './preview.tsx'
import { useUpload } from './upload.ts'

const columns: [name: string, what: string, atFirst: string][] = [
  ['sku', 'Your number for the product, up to 100 characters', 'required'],
  ['name', 'Up to 200 characters', 'required'],
  ['price', 'In the shop’s currency, such as 2.55', 'required'],
  ['description', 'Up to 10,000 characters', 'none'],
  ['category', 'Up to 100 characters', 'none'],
  ['status', 'draft, active or archived', 'active'],
  ['image_url', 'An http or https address', 'none'],
  ['on_hand', 'Units you have: a whole number', '0'],
  ['requires_shipping', 'true, or false of a voucher', 'true'],
  ['weight_grams', 'A whole number, with the packing', 'none'],
  ['tax_class', 'One of your tax rates', 'standard'],
  ['brand', 'Up to 100 characters', 'none'],
  ['gtin', 'The barcode: 8, 12, 13 or 14 digits', 'none'],
  ['tags', 'With commas between; one with a comma in quotes', 'none'],
  ['compare_at_price', 'The usual price, above price', 'none'],
  ['seo_title', 'For search engines, up to 200 characters', 'none'],
  ['seo_description', 'Up to 500 characters', 'none'],
]

const sample = [
  columns.map(([name]) => name).join(','),
  'MUG-BLUE,Blue mug,4.50,Holds 300 ml.,Kitchen,active,,20,true,350,standard,Regency,4006381333931,"sale, mugs",5.50,,',
  'VOUCHER-10,"Voucher, 10",10.00,,,draft,,0,false,,standard,,,,,,',
  '',
].join('\r\n')

export function ImportPage() {
  const upload = useUpload()
  const [file, setFile] = useState<File>()
  return (
    <Page
      title="Import products"
      back={{ label: 'Back to the products', to: '/products' }}
      actions={
        <Button onClick={() => saveFile('products-sample.csv', new Blob([sample], { type: 'text/csv' }))}>
          <Download aria-hidden />
          Sample file
        </Button>
      }
    >
      <div className="grid max-w-3xl gap-8 px-4 py-6 lg:px-8">
        <div>
          <ChooseFile label="Choose a file, or drop it here" onChosen={setFile} />
          {upload && (
            <Link
              to="/products/imports/$importId"
              params={{ importId: upload.importId }}
              className={`${linkClass} mt-3 inline-block`}
            >
              {upload.isSending ? `See how far ${upload.file.name} is` : `Report of ${upload.file.name}`}
            </Link>
          )}
        </div>
        {file && (
          <Preview
            key={`${file.name} ${file.size} ${file.lastModified}`}
            file={file}
            onClose={() => setFile(undefined)}
          />
        )}
        <p className="max-w-2xl text-ink-2">
          A row with a known SKU changes that product, one with a new SKU creates it. A column that is left out stays as
          it is; an empty field clears a column that says “none” below, and leaves the others alone. Faulty rows are
          left out and listed. An exported file has these columns, too.
        </p>
        <Section title="Columns">
          <Columns />
        </Section>
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
            Column
          </th>
          <th scope="col" className={`${cell} h-8! py-0!`}>
            What it holds
          </th>
          <th scope="col" className={`${cell} h-8! py-0! whitespace-nowrap`}>
            New product
          </th>
        </tr>
      </thead>
      <tbody>
        {columns.map(([name, what, atFirst]) => (
          <tr key={name}>
            <th scope="row" className={`${cell} font-mono text-xs font-normal`}>
              {name}
            </th>
            <td className={`${cell} w-full`}>{what}</td>
            <td className={`${cell} whitespace-nowrap ${atFirst === 'required' ? '' : 'text-ink-3'}`}>{atFirst}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
