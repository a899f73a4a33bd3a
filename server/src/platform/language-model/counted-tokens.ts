import { estimateOf, mostOutputTokens, tokensIn } from './attempt.ts';
import type { Tokens, WritingTask } from './language-model.ts';

/** What a provider reports; undefined if it counts none. */
interface Usage {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

/** Takes the counts that cannot be true. */
export type ReportMiscount = (reported: Usage) => void;

interface Written {
  task: Pick<WritingTask<unknown>, 'instructions' | 'material' | 'schema' | 'withinMilliseconds'>;
  usage: Usage | undefined;
  text: string;
}

/**
 * The tokens that the provider counted, and an estimate where it counts none or what cannot be: too few would make the budget
 * endless, and too many would use up a day of it.
 */
export function countedTokens({ task, usage, text }: Written, miscounted: ReportMiscount): Tokens {
  const input = countOf(usage?.inputTokens, { estimate: estimateOf(task), most: mostInput(task) });
  const output = countOf(usage?.outputTokens, { estimate: tokensIn(text), most: mostOutput(task, text) });
  if (usage && (input.isMiscounted || output.isMiscounted))
    miscounted({ inputTokens: usage.inputTokens, outputTokens: usage.outputTokens });
  return { input: input.tokens, output: output.tokens };
}

function countOf(reported: number | undefined, { estimate, most }: { estimate: number; most: number }) {
  if (reported === undefined) return { tokens: estimate, isMiscounted: false };
  const isMiscounted = !Number.isInteger(reported) || reported < 0 || reported > most;
  return { tokens: isMiscounted ? boundedBy(most, reported, estimate) : reported, isMiscounted };
}

const boundedBy = (most: number, reported: number, estimate: number): number =>
  reported >= 0 ? Math.min(most, Math.ceil(reported)) : estimate;

/** No tokenizer makes more tokens than bytes; providers put some words of their own around a request and its schema. */
const mostInput = ({ instructions, material, schema }: Written['task']): number =>
  Buffer.byteLength(instructions + material + JSON.stringify(schema)) + mostAround;
const mostAround = 2_000;

/** A server that takes no limit may let its model think: not more than a token in a millisecond. */
const mostOutput = ({ withinMilliseconds }: Written['task'], text: string): number =>
  Math.max(mostOutputTokens, Math.ceil(withinMilliseconds), Buffer.byteLength(text));
