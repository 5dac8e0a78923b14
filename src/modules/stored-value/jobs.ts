import type { Background } from '#src/platform/jobs/runner.ts'
import type { Dependencies } from './dependencies.ts'
import { mailBoughtCards } from './mail-bought-cards.ts'
import { mailGiftCard } from './mail-gift-card.ts'

export const storedValueBackground: Background<Dependencies> = { jobs: [mailGiftCard, mailBoughtCards] }
