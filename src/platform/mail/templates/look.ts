/** What a shop's mails look like; null: as ours. */
export interface MailLook {
  /** Of buttons: `#` and six hexadecimal digits, in small letters. */
  color: string | null
  /** In place of the shop's name above the mail. */
  logo: { url: string; width: number; height: number } | null
  /** Below the small print; line breaks are kept. */
  footer: string | null
}

/**
 * White or black, whichever is easier to read on a colour. By WCAG 2.2 one of them always has a contrast of more than
 * 4.5 to 1, which is what text needs (success criterion 1.4.3).
 */
export function textOn(color: string): '#ffffff' | '#000000' {
  return contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000'
}

/** The contrast ratio of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((first, second) => first - second)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The relative luminance of a colour of sRGB. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
