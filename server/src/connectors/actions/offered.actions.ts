import type { AccountAction, ActionInput } from '@desk/contract/account-actions';
import type { TemplateInput } from '@desk/contract/templates';
import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { invalid } from '../../platform/http/errors.ts';
import { inEnglish, sentence, type Sentence } from '../../platform/words/sentence.logic.ts';
import { byName, namePage, pageOf, type PageQuery } from '../../platform/http/page.ts';
import { findConnector, type ConnectorRow } from '../registry/connectors.store.ts';
import { failure } from '../requests/failures.logic.ts';
import { whyNotServing } from '../requests/health.actions.ts';
import { gather, type InputSources } from '../templates/inputs.logic.ts';
import { needsVerifiedCustomer } from '../templates/template.logic.ts';
import { pageOfWrites, templatesNamed, type TemplateRow } from '../templates/templates.store.ts';

export interface Offered {
  template: TemplateRow;
  connector: ConnectorRow;
  blocked: Blocked | null;
}

interface Blocked {
  code: string;
  message: Sentence;
}

/** The writes that a person may make for this customer, by name, each with what blocks it and with its inputs filled in. */
export async function offeredActions(
  desk: Desk,
  scope: OrganizationScope,
  { asked, query }: { asked: InputSources; query: PageQuery },
): Promise<{ items: AccountAction[]; next_cursor: string | null }> {
  const page = namePage(query);
  const { found, next_cursor } = await inScope(desk.db, scope, async (tx) => {
    const { rows, next_cursor: next } = pageOf(await pageOfWrites(tx, scope, page), page.limit, byName);
    const pairs: { template: TemplateRow; connector: ConnectorRow }[] = [];
    for (const template of rows) {
      const connector = await findConnector(tx, scope, template.connector_id);
      if (connector?.enabled) pairs.push({ template, connector });
    }
    return { found: pairs, next_cursor: next };
  });
  const items = found.map(({ template, connector }) => ({
    template_id: template.id,
    name: template.name,
    description: template.definition.description,
    connector: { id: connector.id, name: connector.name },
    method: template.definition.method,
    path: template.definition.path,
    inputs: template.definition.inputs.map((input) => viewInput(input, asked)),
    blocked: viewBlocked(whyBlocked(desk, { template, connector }, asked)),
  }));
  return { items, next_cursor };
}

/** One offered write; undefined if it is switched off or does not exist. Throws 422 for a template that only reads. */
export const offeredAction = (
  desk: Desk,
  scope: OrganizationScope,
  { templateId, asked }: { templateId: string; asked: InputSources },
): Promise<Offered | undefined> =>
  inScope(desk.db, scope, async (tx) => {
    const [template] = await templatesNamed(tx, scope, [templateId]);
    const connector = template && (await findConnector(tx, scope, template.connector_id));
    if (!template || !connector?.enabled || !template.enabled) return undefined;
    if (template.definition.effect !== 'write')
      throw invalid('/template_id', sentence`this template only reads; rules use it for look-ups`);
    return { template, connector, blocked: whyBlocked(desk, { template, connector }, asked) };
  });

function whyBlocked(
  desk: Desk,
  { template, connector }: Pick<Offered, 'template' | 'connector'>,
  { customer }: InputSources,
): Blocked | null {
  if (needsVerifiedCustomer(template.definition) && !customer.verified)
    return {
      code: 'verification_required',
      message: sentence`It is for verified customers, and this customer is not verified.`,
    };
  const why = template.quarantine === null ? whyNotServing(desk, connector) : failure('quarantined');
  return why && { code: why.code, message: why.message };
}

const viewBlocked = (blocked: Blocked | null): AccountAction['blocked'] =>
  blocked && { code: blocked.code, message: inEnglish(blocked.message) };

/** Whether people cannot edit the input: who the customer is stays fixed; what they ask for may be corrected. */
export const isFixed = ({ source }: Pick<TemplateInput, 'source'>): boolean =>
  source === 'constant' || source.startsWith('customer.');

function viewInput(input: TemplateInput, asked: InputSources): ActionInput {
  const { values } = gather([input], asked);
  return {
    name: input.name,
    type: input.type,
    required: input.required !== false,
    source: input.source,
    description: input.description ?? null,
    value: values[input.name] ?? null,
    fixed: isFixed(input),
  };
}
