/** What a picture shows beside others of its field, and how that is changed. */
export interface PictureChoice {
  /** Said at the picture; undefined: nothing in particular. */
  textOf: (id: string) => string | undefined
  label: string
  hint: string
  options: (id: string) => readonly { value: string; text: string }[]
  valueOf: (id: string) => string
  onChoose: (id: string, value: string) => void
}
