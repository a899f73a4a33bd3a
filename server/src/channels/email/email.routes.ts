import { getInboundConfig } from '@desk/contract/channels';
import {
  addEmailDomain,
  deleteEmailDomain,
  listEmailDomains,
  readEmailDomain,
  sendRoundTrip as sendRoundTripEndpoint,
  verifyEmailDomain,
} from '@desk/contract/email-domains';
import {
  deliverUnroutableMail,
  listUnroutableMail,
  readUnroutableMail,
  sendEmailTestEvent,
} from '@desk/contract/channel-log';
import { deleteSuppression, listSuppressions, readSuppression } from '@desk/contract/suppressions';
import { member, workspaceAdmin } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { answered, created, route, type Route } from '../../platform/server/route.ts';
import { addDomain, pageOfDomains, domainById, removeDomain, verifyDomain } from './domains/domains.actions.ts';
import { emailDomain } from './domains/domains.view.ts';
import { sendRoundTrip } from './domains/round-trip.actions.ts';
import { makeTestMail } from './test-mail.ts';
import { deliverForOrganization, pageOfUnroutable, showUnroutable } from './unroutable.actions.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { liftSuppression, pageOfSuppressions, showSuppression } from './suppressions/suppressions.actions.ts';
import { testEventRoute } from '../test-events/test-event.routes.ts';
import { inboundConfig } from './inbound-config.actions.ts';

export function emailRoutes(desk: Desk): Route[] {
  return [
    route(getInboundConfig, member, ({ scope, query }) => inboundConfig(desk, scope, query.reveal ?? false)),

    ...domainRoutes(desk),

    testEventRoute(desk, sendEmailTestEvent, { channel: 'email', make: makeTestMail }),

    route(listUnroutableMail, workspaceAdmin, ({ scope, query }) => pageOfUnroutable(desk, scope, query)),
    route(readUnroutableMail, workspaceAdmin, ({ scope, params }) => showUnroutable(desk, scope, params.id)),
    route(deliverUnroutableMail, workspaceAdmin, async ({ scope, params }) => {
      await deliverForOrganization(desk, scope, params.id);
      return undefined;
    }),

    route(listSuppressions, workspaceAdmin, ({ scope, query }) =>
      inScope(desk.db, scope, (tx) => pageOfSuppressions(tx, scope, query)),
    ),

    route(readSuppression, workspaceAdmin, ({ scope, params }) => showSuppression(desk, scope, params.id)),
    route(deleteSuppression, workspaceAdmin, async ({ scope, params }) => {
      await liftSuppression(desk, scope, params.id);
      return null;
    }),
  ];
}

function domainRoutes(desk: Desk): Route[] {
  const view = (row: Parameters<typeof emailDomain>[0]) => emailDomain(row, desk.config.EMAIL_INBOUND_DOMAIN);
  return [
    route(listEmailDomains, member, async ({ scope, query }) => {
      const { rows, next_cursor } = await pageOfDomains(desk, scope, query);
      return { items: rows.map(view), next_cursor };
    }),

    route(addEmailDomain, workspaceAdmin, async ({ scope, body }) => {
      const row = await addDomain(desk, scope, body.domain);
      return created(`/api/channels/email/domains/${row.id}`, view(row));
    }),

    route(readEmailDomain, member, async ({ scope, params }) => view(await domainById(desk, scope, params.domain_id))),

    route(deleteEmailDomain, workspaceAdmin, async ({ scope, params }) => {
      await removeDomain(desk, scope, params.domain_id);
      return null;
    }),

    route(verifyEmailDomain, workspaceAdmin, async ({ scope, params }) =>
      view(await verifyDomain(desk, scope, params.domain_id)),
    ),

    route(sendRoundTripEndpoint, workspaceAdmin, async ({ scope, params, body }) =>
      answered(202, view(await sendRoundTrip(desk, scope, params.domain_id, body.address))),
    ),
  ];
}
