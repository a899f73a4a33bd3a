import { parse } from 'csv-parse/sync';
import { invalid, refuseFaults } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { isStorable } from '../../platform/text/storable.logic.ts';
import { casesOfTable } from './case-table.logic.ts';
import { delimiterOf } from './csv-cells.logic.ts';

/** Reads the cases of a CSV table as spreadsheets write it. Does not check the schema of cases yet. Throws 422. */
export function readTable(bytes: Buffer): unknown[] {
  const text = textOf(bytes);
  const { cases, faults } = casesOfTable(rowsOf(text));
  refuseFaults(faults);
  return cases;
}

function textOf(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (isStorable(text)) return text;
  } catch {
    // The error below covers this case too.
  }
  throw invalid('', sentence`The table must be text in UTF-8.`);
}

function rowsOf(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 1_000_000,
    });
  } catch {
    throw invalid('', sentence`The table is not valid CSV: a quotation mark is not closed, or is in the wrong place.`);
  }
}
