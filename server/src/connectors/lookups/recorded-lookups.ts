import { inScope } from '../../platform/database/transaction.ts';
import { gather } from '../templates/inputs.logic.ts';
import { templatesNamed } from '../templates/templates.store.ts';
import type { Lookup, LookUp } from './look-up.actions.ts';

type RecordedLookup = Omit<Lookup, 'forCustomer' | 'callId'>;

/** Returns recorded lookups instead of asking the services; a lookup that was not recorded fails. */
export const recorded =
  (lookups: readonly RecordedLookup[]): LookUp =>
  async (desk, scope, { templateIds, asked }) => {
    const templates = await inScope(desk.db, scope, (tx) => templatesNamed(tx, scope, templateIds));
    return templates.map(({ id, connector_id: connectorId, name, definition }) => {
      const lookup = lookups.find(({ templateId }) => templateId === id) ?? {
        ...notRecorded,
        templateId: id,
        connectorId,
        name,
      };
      const { values: inputs } = gather(definition.inputs, asked);
      const isForCustomer = lookup.status === 'ok' && definition.use === 'answer';
      const outputs = inOrderOf(definition.output, lookup.output);
      const forCustomer = isForCustomer ? { name, answer: definition.answer, outputs, inputs } : null;
      return { ...lookup, forCustomer, callId: null };
    });
  };

// A record does not keep the order of its members, in which the plain list names them.
const inOrderOf = (named: Readonly<Record<string, string>>, outputs: Lookup['output']): Lookup['output'] =>
  Object.fromEntries(
    [...new Set([...Object.keys(named), ...Object.keys(outputs)])]
      .filter((name) => Object.hasOwn(outputs, name))
      .map((name) => [name, outputs[name]]),
  );

const notRecorded = { status: 'failed' as const, code: 'not_recorded', httpStatus: null, output: {} };
