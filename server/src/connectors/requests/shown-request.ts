import type { Desk } from '../../platform/desk.ts';
import { authorized, secretPlaces } from '../credentials/authorize.ts';
import type { ConnectorRow } from '../registry/connectors.store.ts';
import { requestOf } from './ask-template.actions.ts';
import { maskedRequest } from '../credentials/masking.logic.ts';
import type { Values } from '../templates/placeholders.logic.ts';
import type { TemplateRow } from '../templates/templates.store.ts';

const stars = { token: '****', username: '****', password: '****', key: '****', secret: '****', key_id: '****' };

/** The request as it would be sent; built with stars instead of credentials, so that it cannot contain any. */
export const shownRequest = (desk: Desk, connector: ConnectorRow, template: TemplateRow, values: Values) =>
  maskedRequest(
    authorized(requestOf(connector, template, values), {
      auth: connector.auth,
      credentials: stars,
      token: '****',
      now: desk.clock.now(),
    }),
    secretPlaces(connector.auth),
  );
