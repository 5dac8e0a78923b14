import { t } from '#console/lib/text.ts'
import { RichText } from '#console/ui/rich-text/rich-text.tsx'
import { SearchEngineInputs } from '#console/ui/seo-fields.tsx'
import { OptionWords, optionNames, readOptions } from './option-words.tsx'
import { Pair, pairClass, Said, type TranslationFormProps, TranslationFrame } from './translation-frame.tsx'

const names = ['description_html', 'slug', 'seo.title', 'seo.description']

/** The shop's own texts to the left, and beside each its field in the other language. */
export function TranslationForm(props: TranslationFormProps) {
  const { translation, own } = props
  const { source, locale } = translation
  const seo = { slug: source.slug, 'seo.title': source.seo.title, 'seo.description': source.seo.description }
  const seoTexts = { slug: t('Web address'), 'seo.title': t('Page title'), 'seo.description': t('Page description') }
  return (
    <TranslationFrame
      {...props}
      names={[...names, ...optionNames(source.options)]}
      read={(text) => ({
        description_html: text('description_html'),
        seo: { title: text('seo_title'), description: text('seo_description') },
        slug: text('slug'),
        options: readOptions(source.options, text),
      })}
    >
      {({ faults, isRead, ofOwn }) => (
        <>
          <div className={pairClass}>
            {source.description_html ? (
              <RichText name="source" label={ofOwn(t('Description'))} html={source.description_html} readOnly />
            ) : (
              <Said label={ofOwn(t('Description'))} text={source.description} lang={own} />
            )}
            <RichText
              html={translation.description_html ?? ''}
              readOnly={isRead}
              error={faults.of('description_html')}
            />
          </div>
          <OptionWords
            options={source.options}
            saved={translation.options}
            locale={locale}
            isRead={isRead}
            faultOf={faults.of}
            place={(label, text, field) => (
              <Pair key={label} label={ofOwn(label)} text={text} lang={own}>
                {field}
              </Pair>
            )}
          />
          <SearchEngineInputs
            saved={translation}
            placeholder={source.slug ?? ''}
            slugHint={t('Leads here beside the shop’s own. Optional.')}
            slugRequired={false}
            isRead={isRead}
            faultOf={faults.of}
            place={(name, field) => (
              <Pair label={ofOwn(seoTexts[name])} text={seo[name]} lang={own}>
                {field}
              </Pair>
            )}
          />
        </>
      )}
    </TranslationFrame>
  )
}
