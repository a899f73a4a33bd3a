import { formats, type OutputFormat } from '../templates/template.logic.ts';
import { written, type ReaderLocale } from './format.logic.ts';

/** The output of a template, and its author's sentences for it. */
export interface TemplateOutput {
  name: string;
  answer: Readonly<Record<string, string>> | null;
  outputs: Readonly<Record<string, unknown>>;
  /** A sentence may contain inputs as well. */
  inputs: Readonly<Record<string, unknown>>;
}

/** A lookup's result as a text for the customer. */
export interface LookupText {
  text: string;
  language: string;
  /** False if the text is a plain list. */
  isSentence: boolean;
  /** The values as they are formatted in the text. */
  values: readonly string[];
}

/**
 * Writes the result as the template's sentence in the customer's language, otherwise in the organization's language. If
 * neither exists, or if a value of the sentence is missing, writes a plain list of the known values. Returns null if there
 * is no value at all.
 */
export function writeLookup(
  templateOutput: TemplateOutput,
  reader: ReaderLocale,
  fallbackLanguage: string,
): LookupText | null {
  const own = templateOutput.answer?.[primary(reader.language)];
  const other = templateOutput.answer?.[primary(fallbackLanguage)];
  const sentence =
    own === undefined
      ? other && filled(other, templateOutput, { ...reader, language: fallbackLanguage })
      : filled(own, templateOutput, reader);
  return sentence || list(templateOutput, reader);
}

/** Whether the template has outputs, but none of them has a value. */
export const hasNoValue = (
  templateOutput: TemplateOutput,
  { output }: { output: Readonly<Record<string, string>> },
): boolean => Object.keys(output).length > 0 && list(templateOutput, { language: 'en', timezone: 'UTC' }) === null;

const primary = (language: string) => language.toLowerCase().split('-')[0] ?? 'en';

const hole = /\{([^{}|]*)(?:\|([^{}]*))?\}/g;

// Returns null if a value is missing: the sentence without it would mean something else.
function filled(sentence: string, templateOutput: TemplateOutput, reader: ReaderLocale): LookupText | null {
  const values: string[] = [];
  const text = sentence.replaceAll(hole, (_whole, place: string, how: string | undefined) => {
    const value = valueOf(place.trim(), templateOutput);
    const [format = '', unit] = (how ?? '').trim().split(':');
    const currency = unit === undefined ? undefined : currencyOf(unit.trim(), templateOutput);
    const shown =
      value === undefined || value === null ? '' : written(value, asFormat(format.trim()), reader, currency);
    values.push(shown);
    return shown;
  });
  return values.includes('') ? null : { text, language: reader.language, isSentence: true, values };
}

/** `money:EUR`, or `money:currency` for the output named `currency`. */
function currencyOf(unit: string, templateOutput: TemplateOutput): string {
  const value = valueOf(unit, templateOutput);
  return typeof value === 'string' ? value : unit;
}

const asFormat = (name: string): OutputFormat | null => formats.find((each) => each === name) ?? null;

function valueOf(place: string, { outputs, inputs }: TemplateOutput): unknown {
  const name = place.split('.').at(-1) ?? '';
  if (Object.hasOwn(outputs, name)) return outputs[name];
  return Object.hasOwn(inputs, name) ? inputs[name] : undefined;
}

function list({ outputs }: TemplateOutput, reader: ReaderLocale): LookupText | null {
  const listed = Object.entries(outputs).flatMap(([name, value]) => {
    const shown = value === null ? '' : written(value, null, reader);
    return shown ? [{ line: `- ${labelOf(name)}: ${shown}`, shown }] : [];
  });
  if (listed.length === 0) return null;
  const text = listed.map(({ line }) => line).join('\n');
  return { text, language: reader.language, isSentence: false, values: listed.map(({ shown }) => shown) };
}

function labelOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
