import { Type } from 'typebox'

export const imageRatios = ['square', 'portrait', 'landscape', 'natural'] as const
export type ImageRatio = (typeof imageRatios)[number]

export const imageFits = ['whole', 'filled'] as const
export type ImageFit = (typeof imageFits)[number]

/** How a storefront shows pictures of products. */
export const pictureLook = {
  image_ratio: Type.Unsafe<ImageRatio>(
    Type.String({
      enum: [...imageRatios],
      description:
        'The shape of pictures of products in the storefront: `square`, `portrait` (4:5), `landscape` (4:3), or ' +
        '`natural`, each as it is. `square` unless set.',
    }),
  ),
  image_fit: Type.Unsafe<ImageFit>(
    Type.String({
      enum: [...imageFits],
      description:
        'Whether a picture of another shape fills the frame, cropped around its focal point (`filled`), or is shown ' +
        'whole (`whole`). `filled` unless set.',
    }),
  ),
}
