import { targetsOf } from './relations.logic.ts';
import { isTrue, openedTags, xmlEvents } from './xml.logic.ts';

export interface Workbook {
  sheets: { name: string; path: string; hidden: boolean }[];
  from1904: boolean;
}

/** The sheets in their order, shown and hidden. */
export function workbookOf(workbook: string, relations: string): Workbook {
  const targets = targetsOf(relations, 'xl/');
  return {
    sheets: openedTags(workbook, 'sheet').flatMap((each) => {
      const path = targets.get(each.get('id') ?? '');
      const hidden = (each.get('state') ?? 'visible') !== 'visible';
      return path ? [{ name: each.get('name') ?? '', path, hidden }] : [];
    }),
    from1904: openedTags(workbook, 'workbookPr').some((each) => isTrue(each.get('date1904'))),
  };
}

/** The texts that cells refer to by number, without the readings above Japanese ones. */
export function sharedTexts(source: string): string[] {
  const texts: string[] = [];
  let parts: string[] = [];
  let readings = 0;
  let inText = false;
  for (const event of xmlEvents(source)) {
    if (event.kind === 'text') {
      if (inText && readings === 0) parts.push(event.text);
      continue;
    }
    const starts = event.kind === 'open' && !event.closed;
    if (event.name === 't') inText = starts;
    if (event.name === 'rPh' && !(event.kind === 'open' && event.closed)) readings += starts ? 1 : -1;
    if (event.name === 'si' && !starts) {
      texts.push(parts.join(''));
      parts = [];
    }
  }
  return texts;
}
