export { cleanHtml, htmlFault, linkAddress, picturesInHtml, type RemovedPart, withPictures } from './clean-html.ts'
export { endOfCharacters, htmlToText, isHtml, textBeginning, withoutControls } from './html-to-text.ts'
export { notKeptOf, readHtml } from './read-html.ts'
export { textToHtml } from './text-to-html.ts'
