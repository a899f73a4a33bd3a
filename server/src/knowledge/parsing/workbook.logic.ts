import { formatCode } from './cell-format.logic.ts';
import { targetsOf } from './relations.logic.ts';
import { attributesOf, isTrue, openedTags, xmlEvents } from './xml.logic.ts';

export interface Workbook {
  sheets: { name: string; path: string }[];
  from1904: boolean;
}

/** The sheets that the program shows, in their order. */
export function workbookOf(workbook: string, relations: string): Workbook {
  const targets = targetsOf(relations, 'xl/');
  return {
    sheets: openedTags(workbook, 'sheet').flatMap((each) => {
      const path = targets.get(each.get('id') ?? '');
      const shown = (each.get('state') ?? 'visible') === 'visible';
      return shown && path ? [{ name: each.get('name') ?? '', path }] : [];
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

/** The number format of each cell style, by the style's number. */
export function numberFormats(source: string): string[] {
  const own = new Map(
    openedTags(source, 'numFmt').map(
      (each) => [Number(each.get('numFmtId')), each.get('formatCode') ?? 'General'] as const,
    ),
  );
  const codes: string[] = [];
  let inCells = false;
  for (const event of xmlEvents(source)) {
    if (event.kind === 'text') continue;
    if (event.name === 'cellXfs') inCells = event.kind === 'open' && !event.closed;
    if (inCells && event.kind === 'open' && event.name === 'xf')
      codes.push(formatCode(Number(attributesOf(event.attributes).get('numFmtId') ?? 0), own));
  }
  return codes;
}
