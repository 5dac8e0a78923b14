import { giftMotifs } from './gift-motifs.ts'
import { homeMotifs } from './home-motifs.ts'

/** By their names, which also say what the drawing shows. */
export const motifs = { ...homeMotifs, ...giftMotifs }

export type MotifName = keyof typeof motifs
