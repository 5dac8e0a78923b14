import { publicUrl } from '#src/platform/mail/links.ts'

type Settings = Parameters<typeof publicUrl>[0] & { MEDIA_BASE_URL: string | undefined }

let base = '/media'

/** Sets where pictures are read, for all answers of this process. Called once, at its start. */
export function useMediaAddress(settings: Settings): void {
  base = settings.MEDIA_BASE_URL?.replace(/\/+$/, '') ?? `${publicUrl(settings)}/media`
}

/** The address of a picture’s file. */
export function mediaUrl(name: string): string {
  return `${base}/${name}`
}
