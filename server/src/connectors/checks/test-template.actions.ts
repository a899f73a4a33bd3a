import type { Settings } from '@desk/contract/settings';
import type { TemplateTest, TestTemplate } from '@desk/contract/templates';
import { record, type Acting } from '../../access/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { invalid } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { scrubbed } from '../credentials/authorize.ts';
import { writeLookup } from '../lookups/lookup-text.logic.ts';
import type { ConnectorRow } from '../registry/connectors.store.ts';
import { learnHealth } from '../requests/health.actions.ts';
import { failure, viewFailure, type ConnectorFailure } from '../requests/failures.logic.ts';
import { learnFromResponse } from '../schema/snapshots.actions.ts';
import { askTemplate } from '../requests/ask-template.actions.ts';
import { gatherEntered } from '../templates/inputs.logic.ts';
import { Unrenderable, type Values } from '../templates/placeholders.logic.ts';
import { at, hasNone, outputOf } from '../templates/pointer.logic.ts';
import { shownRequest } from '../requests/shown-request.ts';
import { settleDrift } from '../templates/quarantine.actions.ts';
import { quarantine, type TemplateRow } from '../templates/templates.store.ts';
import { withConnector } from '../templates/templates.actions.ts';

/** The desk's time zone and language; settings belong to another domain. */
export interface SettingsOfDesk {
  loadSettings(tx: Tx, scope: OrganizationScope): Promise<Pick<Settings, 'timezone' | 'default_language'>>;
}

interface TemplateTrial extends SettingsOfDesk {
  connectorId: string;
  id: string;
  wish: TestTemplate;
}

/**
 * Shows the exact request with its credentials masked (`dry_run`), or makes it (`live`). Throws 404, and 422 for
 * inputs that the template does not have and for a live write without `allow_write`.
 */
export async function testTemplate(
  desk: Desk,
  acting: Acting,
  { connectorId, id, wish, loadSettings }: TemplateTrial,
): Promise<TemplateTest> {
  const { template, connector } = await withConnector(desk, acting, { connectorId, id });
  const { definition } = template;
  const unknown = Object.keys(wish.inputs ?? {}).find((name) => !definition.inputs.some((each) => each.name === name));
  if (unknown !== undefined) throw invalid(`/inputs/${unknown}`, sentence`the template has no such input`);
  if (wish.mode === 'live' && definition.effect === 'write' && wish.allow_write !== true)
    throw invalid(
      '/allow_write',
      sentence`This changes data in the connected system. Send allow_write: true to do it.`,
      'write_not_allowed',
    );
  const { values, missing } = gatherEntered(definition.inputs, wish.inputs ?? {});
  if (missing.length > 0)
    return refused(
      failure('missing_input', sentence`A value is missing or has the wrong type for: ${missing.join(', ')}.`),
    );
  try {
    const request = shownRequest(desk, connector, template, values);
    if (wish.mode === 'dry_run') return { ...nothing, ok: true, request };
    const spoken = await inScope(desk.db, acting, (tx) => loadSettings(tx, acting));
    return await live(desk, acting, { template, connector, values, request, language: wish.language, spoken });
  } catch (error) {
    if (error instanceof Unrenderable) return refused(failure('unrenderable', error.why));
    throw error;
  }
}

const nothing: TemplateTest = {
  ok: false,
  request: null,
  response: null,
  output: null,
  words: null,
  latency_ms: null,
  error: null,
};

const refused = (why: ConnectorFailure): TemplateTest => ({ ...nothing, error: viewFailure(why) });

interface Live {
  template: TemplateRow;
  connector: ConnectorRow;
  values: Values;
  request: TemplateTest['request'];
  language: string | undefined;
  spoken: Pick<Settings, 'timezone' | 'default_language'>;
}

async function live(
  desk: Desk,
  acting: Acting,
  { template, connector, values, request, language, spoken }: Live,
): Promise<TemplateTest> {
  const subject = { type: 'connector_template', id: template.id, name: template.name };
  await inScope(desk.db, acting, async (tx) =>
    record(desk, tx, acting, { action: 'connector_template.tested', subject }),
  );
  const { result, latencyMilliseconds, secrets } = await askTemplate(desk, connector, template, {
    purpose: 'test',
    values,
  });
  await learnHealth(desk, connector, result);
  const answer = result.answer && {
    status: result.answer.status,
    media_type: result.answer.mediaType,
    body: scrubbed(result.answer.body, secrets),
  };
  if (result.kind === 'failed')
    return { ...refused(result.failure), request, response: answer, latency_ms: latencyMilliseconds };
  const output = outputOf(answer?.body, template.definition.output);
  const templateOutput = { name: template.name, answer: template.definition.answer, outputs: output, inputs: values };
  if (template.definition.effect === 'read') await learnFromResponse(desk, connector, template, result.answer.body);
  const { effect, use } = template.definition;
  if (effect === 'read' && use === 'answer' && hasNone(output, template.definition.output))
    return { ...refused(failure('no_output')), request, response: answer, output, latency_ms: latencyMilliseconds };
  if (template.quarantine !== null && hasEveryPlace(template, answer?.body)) await release(desk, acting, template);
  const { timezone, default_language } = spoken;
  const words =
    writeLookup(templateOutput, { language: language ?? default_language, timezone }, default_language)?.text ?? null;
  return { ok: true, request, response: answer, output, words, latency_ms: latencyMilliseconds, error: null };
}

const hasEveryPlace = ({ definition: { output, owner_match } }: TemplateRow, body: unknown): boolean =>
  [...Object.values(output), ...(owner_match === null ? [] : [owner_match])].every(
    (pointer) => at(body, pointer) !== undefined,
  );

/** Lifts the quarantine: the template works unchanged, so the change of the service does not affect it. */
const release = (desk: Desk, acting: Acting, { id, connector_id }: TemplateRow) =>
  inScope(desk.db, acting, async (tx) => {
    await quarantine(tx, acting, id, null);
    await settleDrift(tx, acting, connector_id);
  });
