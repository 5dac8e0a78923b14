type Options = Readonly<Record<string, string>>

/** By the id of a picture of a group: the value of an option, whose variants alone show it. */
export type MediaOptions = Readonly<Record<string, Options>>

/** Pictures of a group in the order in which a variant with these options shows them: first those of its values. */
export function shownOfGroup<Picture extends { id: string }>(
  pictures: readonly Picture[],
  tied: MediaOptions,
  options: Options,
): Picture[] {
  const fits = ({ id }: Picture) =>
    Object.entries(tied[id] ?? {}).every(([name, value]) => Object.hasOwn(options, name) && options[name] === value)
  const isTied = ({ id }: Picture) => Object.hasOwn(tied, id)
  const shown = pictures.filter(fits)
  return [...shown.filter(isTied), ...shown.filter((one) => !isTied(one))]
}
