export { cleanHtml, htmlFault, picturesInHtml, type RemovedPart } from './clean-html.ts'
export { htmlToText, isHtml, textBeginning, textOfHtml, withoutControls } from './html-to-text.ts'
export { notKeptOf, type ReadHtml, readHtml } from './read-html.ts'
export { textToHtml } from './text-to-html.ts'
