import type { ExplainedRule } from '@desk/contract/simulation';
import type { Command } from 'commander';
import { explainAnswer } from '../knowledge/index.ts';
import { say, sayJson, sayTable } from './output.ts';
import { organizationNamed } from './people.ts';
import { withDesk, type ExplainedMessage, type Tools } from './tools.ts';

interface ExplainOptions {
  organization: string;
  json?: true;
}

/** Shows everything that an answer came from: the first step in fixing a wrong one. Reads only. */
export function addExplain(program: Command, tools: Tools): void {
  program
    .command('explain')
    .description(
      'how the answer to a question comes about: passages, scores, confidence, gates and rules; changes nothing',
    )
    .argument('<question>')
    .requiredOption('--organization <slug or id>')
    .option('--json', 'all of it as JSON')
    .action((question: string, options: ExplainOptions) =>
      withDesk(tools, async (desk) => {
        const scope = await organizationNamed(desk.db, options.organization);
        const rehearsed = await tools.explainMessage(desk, scope, question);
        const { language } = rehearsed.decision.signals;
        // A gate may have stopped the message before the search: show what the search would have found anyway.
        const confidence = await explainAnswer(desk, scope, { query: question, language });
        const explained = { rehearsed, confidence, gate: gateOf(rehearsed) };
        if (options.json) sayJson(asJson(explained));
        else print(explained);
      }),
    );
}

interface ExplainedAnswer {
  rehearsed: ExplainedMessage;
  confidence: Awaited<ReturnType<typeof explainAnswer>>;
  /** Why no search ran; null if one ran. */
  gate: string | null;
}

const gateOf = ({ decision }: ExplainedMessage): string | null =>
  'draft' in decision.timings_ms ? null : decision.reason;

const asJson = ({ rehearsed: { decision, explanation }, confidence, gate }: ExplainedAnswer) => ({
  outcome: decision.outcome,
  reason: decision.reason,
  gate,
  signals: decision.signals,
  destination: decision.destination,
  confidence: decision.confidence,
  model: confidence,
  passages: explanation?.evidence ?? [],
  rules: explanation?.rules ?? [],
  counterfactuals: explanation?.counterfactuals ?? [],
});

function print(explained: ExplainedAnswer): void {
  const { decision, explanation } = explained.rehearsed;
  say(
    `Outcome: ${decision.outcome} (${decision.reason})${decision.destination ? `, to ${decision.destination.name}` : ''}`,
  );
  say(`Language: ${decision.signals.language ?? 'not recognised'}`);
  say(`Gate: ${explained.gate ? `${explained.gate}, before anything was looked for` : 'none; an answer was drafted'}`);
  tellPassages(explained.rehearsed);
  tellConfidence(explained);
  tellRules(explanation?.rules ?? []);
  const changes = explanation?.counterfactuals ?? [];
  if (changes.length > 0) say('\nWhat would change it:');
  for (const { change, outcome, reason } of changes) say(`- ${change}: ${outcome} (${reason})`);
}

function tellPassages({ explanation }: ExplainedMessage): void {
  const passages = explanation?.evidence ?? [];
  if (passages.length === 0) return;
  const parts = Object.keys(passages[0]?.components ?? {});
  say('\nPassages, and the parts of their scores:');
  sayTable([
    ['SCORE', ...parts.map((part) => part.toUpperCase()), 'DOCUMENT'],
    ...passages.map(({ score, components, title }) => [
      figure(score),
      ...parts.map((part) => figure(components[part] ?? 0)),
      title,
    ]),
  ]);
}

function tellConfidence({ rehearsed: { decision }, confidence, gate }: ExplainedAnswer): void {
  if (confidence === null) return say('\nConfidence: none, because nothing was found.');
  const { formula, intercept, terms, value } = confidence;
  say(`\nConfidence ${figure(value)} by ${formula}${gate ? ', which the gate did not ask for' : ''}:`);
  sayTable([
    ['FEATURE', 'VALUE', 'WEIGHT', 'PRODUCT'],
    ...terms.map((term) => [term.name, figure(term.value), figure(term.weight), figure(term.product)]),
    ['intercept', '', '', figure(intercept)],
  ]);
  const decided = decision.confidence;
  if (decided && Math.abs(decided.value - value) > 1e-9)
    say(
      `Decided with ${figure(decided.value)} by ${decided.formula}: taught questions or a code raised it, a rule asked other ` +
        'collections, or the message has several questions.',
    );
}

function tellRules(rules: readonly ExplainedRule[]): void {
  if (rules.length === 0) return say('\nRules: there are none.');
  say('\nRules:');
  for (const { name, result, conditions } of rules) {
    say(`- ${name}: ${result.replaceAll('_', ' ')}`);
    for (const { field, op, expected, actual, ok } of conditions) {
      say(`    ${field} ${op} ${JSON.stringify(expected)}: ${verdictOf(ok)}, it is ${JSON.stringify(actual)}`);
    }
  }
}

function verdictOf(ok: boolean | null): string {
  if (ok === null) return 'not known';
  return ok ? 'yes' : 'no';
}

const figure = (value: number): string => value.toFixed(3);
