/** The language of a BCP 47 tag, without script, region and variants: "pt" of "pt-BR", also where it is written "PT_br". */
export const primaryLanguage = (tag: string): string => tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';

/** What language detectors call it: to them the two written forms of Norwegian, Bokmål and Nynorsk, are one language. */
export function detectorLanguage(tag: string): string {
  const primary = primaryLanguage(tag);
  return primary === 'nb' || primary === 'nn' ? 'no' : primary;
}
