#!/usr/bin/env bash
# What fontkit does with ordinary place names in the scripts of Punjabi and Khmer.
#
# Seen with fontkit 2.0.4 and with pdfkit 0.20.2, which shapes by it, in Noto Sans of Fontsource 5.3.0, on Node.js 20
# and 24: `layout()` throws "TypeError: Cannot read properties of null (reading 'xCoordinate')" at "Punjab" and
# "Amritsar" in Gurmukhi and at "Phnom Penh" in Khmer, and so does `text()` of pdfkit. Other names in the same fonts are
# laid out. The fonts have marks whose base has no anchor for one of their classes, which OpenType allows; HarfBuzz
# (harfbuzzjs 1.6.4) lays out all of them.
#
# It installs the packages from the registry into a folder that it deletes, runs them alone, and fails if this has
# changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund --silent fontkit@2.0.4 pdfkit@0.20.2 harfbuzzjs@1.6.4 fontverter@2.0.0 \
  @fontsource/noto-sans-gurmukhi@5.3.0 @fontsource/noto-sans-khmer@5.3.0
cat >try.mjs <<'JS'
import { readFileSync } from 'node:fs'
import * as fontkit from 'fontkit'
import { convert } from 'fontverter'
import { Blob, Buffer as GlyphBuffer, Face, Font, shape } from 'harfbuzzjs'
import PDFDocument from 'pdfkit'

const words = {
  gurmukhi: { Ludhiana: 'ਲੁਧਿਆਣਾ', Punjab: 'ਪੰਜਾਬ', Amritsar: 'ਅੰਮ੍ਰਿਤਸਰ' },
  khmer: { Kampuchea: 'កម្ពុជា', 'Phnom Penh': 'ភ្នំពេញ' },
}
const outcome = (work) => {
  try {
    return work()
  } catch (error) {
    return `${error.constructor.name}: ${error.message}`
  }
}
for (const [script, names] of Object.entries(words)) {
  const path = `node_modules/@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-400-normal.woff2`
  const file = Buffer.from(await convert(readFileSync(path), 'sfnt'))
  const [one, other] = [fontkit.create(file), new Font(new Face(new Blob(file)))]
  for (const [name, word] of Object.entries(names)) {
    const buffer = new GlyphBuffer()
    buffer.addText(word)
    buffer.guessSegmentProperties()
    shape(other, buffer)
    console.log(`${name}, HarfBuzz: ${buffer.getGlyphInfos().length} glyphs`)
    console.log(`${name}, fontkit: ${outcome(() => `${one.layout(word).glyphs.length} glyphs`)}`)
    console.log(`${name}, pdfkit: ${outcome(() => new PDFDocument().font(file).text(word) && 'written')}`)
  }
}
JS
node try.mjs | tee seen.txt
cat >expected.txt <<'TEXT'
Ludhiana, HarfBuzz: 7 glyphs
Ludhiana, fontkit: 7 glyphs
Ludhiana, pdfkit: written
Punjab, HarfBuzz: 5 glyphs
Punjab, fontkit: TypeError: Cannot read properties of null (reading 'xCoordinate')
Punjab, pdfkit: TypeError: Cannot read properties of null (reading 'xCoordinate')
Amritsar, HarfBuzz: 8 glyphs
Amritsar, fontkit: TypeError: Cannot read properties of null (reading 'xCoordinate')
Amritsar, pdfkit: TypeError: Cannot read properties of null (reading 'xCoordinate')
Kampuchea, HarfBuzz: 5 glyphs
Kampuchea, fontkit: 5 glyphs
Kampuchea, pdfkit: written
Phnom Penh, HarfBuzz: 6 glyphs
Phnom Penh, fontkit: TypeError: Cannot read properties of null (reading 'xCoordinate')
Phnom Penh, pdfkit: TypeError: Cannot read properties of null (reading 'xCoordinate')
TEXT
diff expected.txt seen.txt
