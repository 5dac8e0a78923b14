// Libraries without types of their own, or with types of another form than Node.js gives them.
declare module 'bidi-js' {
  function createBidi(): { getEmbeddingLevels(text: string): { levels: Uint8Array } }

  export = createBidi
}

declare module 'linebreak' {
  /** Where a text may break into lines (UAX 14). */
  class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }

  export = LineBreaker
}

declare module 'subset-font' {
  function subsetFont(
    font: Uint8Array,
    text: undefined,
    options: { targetFormat: 'truetype'; keepAllGlyphs: true; variationAxes?: Record<string, number> },
  ): Promise<Uint8Array>

  export = subsetFont
}
