/** The texts of the viewer's language by the English ones; none, where that is English. */
let texts: Readonly<Record<string, string>> = {}

/** Before the first text is asked for: texts of modules are read once, as they are loaded. */
export function setTexts(all: Readonly<Record<string, string>>): void {
  texts = all
}

export const translated = (message: string): string => texts[message] ?? message
