import type { SuiteCase } from '@desk/contract/suite';
import { csvLine, isKept, logicalValue, longestCell, unquoted, type CsvValue } from './csv-cells.logic.ts';
import type { FieldError } from '../../platform/http/field-error.logic.ts';
import { inEnglish, sentence, type Sentence } from '../../platform/words/sentence.logic.ts';

/** A column of the table: how to write and read it. */
interface CaseColumn {
  name: string;
  write(of: SuiteCase): CsvValue | undefined;
  /** Reads a cell that is not empty into the draft. Throws `Unreadable` for an invalid value. */
  read(into: CaseDraft, text: string): void;
}

interface CaseDraft {
  members: Record<string, unknown>;
  context: Record<string, unknown>;
  expect: Record<string, unknown>;
  answer: Record<string, unknown>;
}

type CasePart = keyof CaseDraft;

class Unreadable extends Error {
  readonly why: Sentence;

  constructor(why: Sentence) {
    super(inEnglish(why));
    this.why = why;
  }
}

const column = (name: string, place: [CasePart, string], kind: CellReader, write: CaseColumn['write']): CaseColumn => ({
  name,
  write,
  read: (into, text) => void (into[place[0]][place[1]] = kind(text)),
});

type CellReader = (text: string) => unknown;
const text: CellReader = (cell) => cell;
const number: CellReader = (cell) => {
  // Some languages write a comma.
  const value = Number(cell.trim().replace(',', '.'));
  if (!Number.isFinite(value)) throw new Unreadable(sentence`must be a number`);
  return value;
};
const yes: CellReader = (cell) => {
  const value = logicalValue(cell);
  if (value === undefined) throw new Unreadable(sentence`must be true or false`);
  return value;
};
const json: CellReader = (cell) => {
  try {
    return JSON.parse(cell);
  } catch {
    throw new Unreadable(sentence`must be JSON`);
  }
};
// One item a line, or JSON if an item does not fit on a line.
const list: CellReader = (cell) =>
  cell.trimStart().startsWith('[') ? json(cell) : cell.split(/\r?\n/).filter((line) => line !== '');

const listText = (items: readonly string[] | undefined): string => {
  if (!items || items.length === 0) return '';
  const plain =
    items.every((item) => item !== '' && isKept(item) && !item.includes('\n')) &&
    !items[0]?.trimStart().startsWith('[');
  return plain ? items.join('\n') : JSON.stringify(items);
};
const jsonText = (value: object | undefined): string =>
  value && Object.keys(value).length > 0 ? JSON.stringify(value) : '';

// Text that a cell would not preserve is written as JSON, which escapes it.
const isSimple = ({ turns: [first, ...others] }: SuiteCase) =>
  first !== undefined && others.length === 0 && first.expect === undefined && isKept(first.customer);

const columns: CaseColumn[] = [
  column('id', ['members', 'id'], text, ({ id }) => id),
  column('name', ['members', 'name'], text, ({ name }) => name),
  column('enabled', ['members', 'enabled'], yes, ({ enabled }) => enabled),
  column('critical', ['members', 'critical'], yes, ({ critical }) => critical),
  column('weight', ['members', 'weight'], number, ({ weight }) => weight),
  column('tags', ['members', 'tags'], list, ({ tags }) => listText(tags)),
  column('repeat', ['members', 'repeat'], number, ({ repeat }) => repeat),
  column('channel', ['context', 'channel'], text, ({ context }) => context.channel),
  column('language', ['context', 'language'], text, ({ context }) => context.language),
  column('as_of', ['context', 'as_of'], text, ({ context }) => context.as_of),
  {
    name: 'message',
    write: (of) => (isSimple(of) ? of.turns[0]?.customer : ''),
    read: ({ members }, cell) => void (members['turns'] ??= [{ customer: cell }]),
  },
  column('turns', ['members', 'turns'], json, (of) => (isSimple(of) ? '' : JSON.stringify(of.turns))),
  column('outcome', ['expect', 'outcome'], text, ({ expect }) => expect.outcome),
  column('reason', ['expect', 'reason'], text, ({ expect }) => expect.reason),
  column('destination', ['expect', 'destination'], text, ({ expect }) => expect.destination),
  column('tags_include', ['expect', 'tags_include'], list, ({ expect }) => listText(expect.tags_include)),
  column('sources_any', ['expect', 'sources_any'], list, ({ expect }) => listText(expect.sources_any)),
  column('sources_none', ['expect', 'sources_none'], list, ({ expect }) => listText(expect.sources_none)),
  column('must_include', ['answer', 'must_include'], list, ({ expect }) => listText(expect.answer?.must_include)),
  column('must_not_include', ['answer', 'must_not_include'], list, ({ expect }) =>
    listText(expect.answer?.must_not_include),
  ),
  column('must_match', ['answer', 'must_match'], list, ({ expect }) => listText(expect.answer?.must_match)),
  column('answer_language', ['answer', 'language'], text, ({ expect }) => expect.answer?.language),
  column('max_words', ['answer', 'max_words'], number, ({ expect }) => expect.answer?.max_words),
  column('confidence_min', ['expect', 'confidence_min'], number, ({ expect }) => expect.confidence_min),
  {
    name: 'context',
    write: ({ context: { channel: _channel, language: _language, as_of: _asOf, ...rest } }) => jsonText(rest),
    read: ({ context }, cell) => void Object.assign(context, json(cell)),
  },
  column('mocks', ['members', 'mocks'], json, ({ mocks }) => jsonText(mocks)),
  column('provenance', ['members', 'provenance'], json, ({ provenance }) => jsonText(provenance)),
];

/** Writes the suite as a table: a header with the names of the columns, a line for each case, UTF-8 with a byte order mark. */
export const tableOf = (cases: readonly SuiteCase[]): string =>
  `\uFEFF${csvLine(columns.map(({ name }) => name))}${cases.map(lineOf).join('')}`;

const lineOf = (each: SuiteCase): string => csvLine(columns.map((one) => cellOf(one.write(each))));

const cellOf = (value: CsvValue | undefined): CsvValue => value ?? '';

/** Reads a table, the header first. Faults have the pointers of the JSON form, such as `/cases/3/expect/outcome`. */
export function casesOfTable(rows: readonly (readonly string[])[]): { cases: unknown[]; faults: FieldError[] } {
  const [header = [], ...lines] = rows;
  const known = new Map(columns.map((each) => [each.name, each]));
  const named = header.map((name) => known.get(name.trim().toLowerCase()));
  const faults: FieldError[] = header.flatMap((name, at) =>
    named[at] || name.trim() === ''
      ? []
      : [{ path: `/header/${at}`, message: sentence`there is no column ${name.trim().slice(0, 60)}` }],
  );
  if (!header.some((name) => ['message', 'turns'].includes(name.trim().toLowerCase())))
    faults.push({ path: '/header', message: sentence`must name a column message or turns` });
  if (faults.length > 0) return { cases: [], faults };
  const cases = lines
    .filter((line) => line.some((cell) => cell.trim() !== ''))
    .map((line, at) =>
      caseOfLine(line, named, (fault) => faults.push({ ...fault, path: `/cases/${at}/${fault.path}` })),
    );
  return { cases, faults };
}

function caseOfLine(
  line: readonly string[],
  named: readonly (CaseColumn | undefined)[],
  report: (fault: FieldError) => void,
): object {
  const draft: CaseDraft = { members: {}, context: {}, expect: {}, answer: {} };
  for (const [at, each] of named.entries()) {
    const cell = line[at] ?? '';
    const text = unquoted(cell);
    if (!each || text === '') continue;
    try {
      if (cell.length === longestCell)
        throw new Unreadable(sentence`is cut off: a spreadsheet keeps ${longestCell} characters`);
      each.read(draft, text);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      report({ path: each.name, message: error.why });
    }
  }
  const { members, context, expect, answer } = draft;
  return {
    ...members,
    context,
    expect: { ...expect, ...(Object.keys(answer).length > 0 ? { answer } : {}) },
  };
}
