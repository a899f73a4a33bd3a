import type { ConnectorCall } from '@desk/contract/connector-calls';
import type { Credentials } from '@desk/contract/connectors';
import type { Desk } from '../../platform/desk.ts';
import type { ConnectorRow } from '../registry/connectors.store.ts';
import { call, type Approved, type Called } from './call.actions.ts';
import { maskedValues, type OutgoingRequest } from '../credentials/masking.logic.ts';
import { render, type Values } from '../templates/placeholders.logic.ts';
import type { TemplateRow } from '../templates/templates.store.ts';

/** Renders the template's request with these values, without credentials. Throws `Unrenderable`. */
export function requestOf(
  { base_url }: Pick<ConnectorRow, 'base_url'>,
  { definition }: TemplateRow,
  values: Values,
): OutgoingRequest {
  const { path, query, headers, body } = render(definition, values);
  const url = new URL(`${base_url.replace(/(?<!\/)\/+$/, '')}${path}`);
  for (const [name, value] of query) url.searchParams.append(name, value);
  return {
    method: definition.method,
    url,
    headers: { ...lowered(headers), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

const lowered = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

export interface TemplateRequest {
  purpose: ConnectorCall['purpose'];
  values: Values;
  /** A limit in addition to the time-outs of template and connector. */
  withinMilliseconds?: number;
  trial?: Credentials;
  approved?: Approved;
  anonymous?: true;
}

/** Makes the template's request. Throws `Unrenderable` before anything is sent. */
export const askTemplate = (
  desk: Desk,
  connector: ConnectorRow,
  template: TemplateRow,
  { purpose, values, withinMilliseconds = 10_000, trial, approved, anonymous }: TemplateRequest,
): Promise<Called> => {
  const { definition, id, name } = template;
  return call(desk, connector, {
    purpose,
    template: { id, name },
    request: requestOf(connector, template, values),
    path: definition.path,
    arguments: { ...maskedValues(values), ...(anonymous ? withoutCredentials : {}) },
    timeoutMilliseconds: Math.min(withinMilliseconds, definition.timeout_ms ?? connector.timeout_ms ?? 10_000),
    ...(trial ? { trial } : {}),
    ...(approved ? { approved } : {}),
    ...(anonymous ? { anonymous } : {}),
  });
};

/** Marks a call in the log that was made without credentials on purpose. */
export const withoutCredentials = { credentials: 'none' } as const;
