/** What a row of another system's texts is about: by its handle there, which became its slug here, else by its name. */
export interface NamedSubject {
  type: 'product' | 'collection'
  handle: string | undefined
  name: string | undefined
  /** Words for options, by the file's own; of the whole file, as it does not say whose they are. */
  words?: ReadonlyMap<string, OptionDictionary>
}

/** In a language: words for names of options, and for values, by what their spellings have in common. */
export interface OptionDictionary {
  names: Map<string, string>
  values: Map<string, string>
}
