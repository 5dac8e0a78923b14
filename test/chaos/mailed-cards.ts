import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const lookEveryMs = 1_000

/** The codes of bought gift cards are in their mails alone: each is known to buyers once it is written. */
export async function readMailedCards(folder: string, cards: string[], isOver: () => boolean): Promise<void> {
  const read = new Set<string>()
  while (!isOver()) {
    await sleep(lookEveryMs)
    for (const file of await readdir(folder).catch(() => [])) {
      if (read.has(file)) continue
      read.add(file)
      const mail = (await readFile(join(folder, file), 'utf8')).replaceAll('=\r\n', '')
      const codes = mail.matchAll(/\b(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}\b/g)
      for (const [code] of codes) if (!cards.includes(code)) cards.push(code)
    }
  }
}
