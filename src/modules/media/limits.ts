/** Bytes of a picture that is sent or fetched. */
export const largestPicture = 20 * 1_048_576
/** Bytes of a video, which is kept as it is. */
export const largestVideo = 100 * 1_048_576
/** Width times height. Cameras of phones make 48 and 60 million. */
export const maxPixels = 64_000_000
/** Widths that are made, where the picture is wider; and its own, up to the last. */
export const widths = [160, 320, 640, 1280, 2048] as const
/** WebP has no more rows. */
export const maxRows = 16_383
/** Pixels of the largest size: a picture twice as high as wide has its whole width. */
export const maxMadePixels = 2048 * 4096
/** Of a JPEG: a decoder goes over the whole picture for each. Encoders make about ten. */
export const maxScans = 100
/** Seconds of a core. The slowest picture that is allowed takes about six. */
export const maxSeconds = 20
