import { Node } from '@tiptap/core'
import { t } from '#console/lib/text.ts'
import { embedAddress } from '#console/lib/video-address.ts'

const attribute = { default: null }

/** A video at a host, whose frame is not loaded here: it stands as its name. Frames of others are not kept. */
export const Video = Node.create({
  name: 'video',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ src: attribute, title: attribute, width: attribute, height: attribute }),
  parseHTML: () => [
    {
      tag: 'iframe[src]',
      getAttrs: (frame) => (embedAddress(frame.getAttribute('src') ?? '') === undefined ? false : null),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['iframe', HTMLAttributes],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('span')
      dom.className = 'video'
      dom.contentEditable = 'false'
      const { src, title } = node.attrs
      dom.textContent = t('Video: {title}', {
        title: title ?? String(src).replace(/^https:\/\/(?:www\.|player\.)?|-nocookie|\?.*$/g, ''),
      })
      return { dom }
    },
})
