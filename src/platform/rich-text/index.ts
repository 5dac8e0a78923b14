export { cleanHtml, htmlFault, linkAddress, maxBytes, type RemovedPart } from './clean-html.ts'
export { endOfCharacters, htmlToText, isHtml, textBeginning, withoutControls } from './html-to-text.ts'
export { notKeptOf, readHtml } from './read-html.ts'
export {
  addressesInHtml,
  failedAddress,
  foreignPicture,
  pictureIdAt,
  picturesInHtml,
  type ShownPicture,
  waitingAddress,
  waitingAt,
  waitingInHtml,
  withFilesAlone,
  withPictures,
  withWaiting,
} from './text-pictures.ts'
export { textToHtml } from './text-to-html.ts'
export { useVideoHosts, videoAt } from './videos.ts'
