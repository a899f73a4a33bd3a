/** The language of a BCP 47 tag without script, region and variants: "pt" for "pt-BR", and also for "PT_br". */
export const primaryLanguage = (tag: string): string => tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';

/** The code that language detectors use: they treat both written forms of Norwegian, Bokmål and Nynorsk, as one language. */
export function detectorLanguage(tag: string): string {
  const primary = primaryLanguage(tag);
  return primary === 'nb' || primary === 'nn' ? 'no' : primary;
}
