import { relationsOf, type Parts } from '../package/relations.logic.ts';
import { richText, type CellText } from './rich-text.logic.ts';
import { isTrue, openedTags, xmlEvents } from '../package/xml.logic.ts';

export interface Workbook {
  sheets: { name: string; path: string; hidden: boolean }[];
  from1904: boolean;
}

/** Parses the list of sheets, visible and hidden, in order. */
export function workbookOf(parts: Parts, name: string): Workbook {
  const workbook = parts.get(name) ?? '';
  const targets = new Map(relationsOf(parts, name).map(({ id, target }) => [id, target]));
  return {
    sheets: openedTags(workbook, 'sheet').flatMap((each) => {
      const path = targets.get(each.get('id') ?? '');
      const hidden = (each.get('state') ?? 'visible') !== 'visible';
      return path ? [{ name: each.get('name') ?? '', path, hidden }] : [];
    }),
    from1904: openedTags(workbook, 'workbookPr').some((each) => isTrue(each.get('date1904'))),
  };
}

/** Parses the texts that cells refer to by number. */
export function sharedTexts(source: string): CellText[] {
  const texts: CellText[] = [];
  const rich = richText();
  for (const event of xmlEvents(source)) {
    rich.take(event);
    const ends = event.kind === 'close' || (event.kind === 'open' && event.closed);
    if (ends && event.name === 'si') texts.push(rich.text());
  }
  return texts;
}
