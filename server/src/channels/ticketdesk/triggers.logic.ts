import { list, object } from '../port/json.logic.ts';

/** What a trigger of ours tells: somebody has written. Ids only: the words are fetched, so that no customer can forge them. */
export type TriggerEvent = 'comment' | 'agent_comment';
export const triggerEvents: readonly TriggerEvent[] = ['comment', 'agent_comment'];

const schema = 'ticketdesk.trigger.v1';

const bodyOf = (event: TriggerEvent): string =>
  JSON.stringify({
    schema,
    event,
    ticket_id: '{{ticket.id}}',
    actor_id: '{{current_user.id}}',
    actor_role: '{{current_user.role}}',
    updated_at: '{{ticket.updated_at_with_timestamp}}',
  });

const titles = { comment: 'Frontdesk: customer comment', agent_comment: 'Frontdesk: agent comment' } as const;

const conditions: Record<TriggerEvent, object[]> = {
  comment: [
    { field: 'status', operator: 'less_than', value: 'closed' },
    { field: 'comment_is_public', operator: 'is', value: 'requester_can_see_comment' },
    { field: 'role', operator: 'is', value: 'end_user' },
  ],
  // Without what comes by the API (5): that is what we write ourselves.
  agent_comment: [
    { field: 'comment_is_public', operator: 'is', value: 'true' },
    { field: 'role', operator: 'is', value: 'agent' },
    { field: 'current_via_id', operator: 'is_not', value: '5' },
  ],
};

/** As the vendor takes it: notifies the webhook when a customer, or a colleague, has written in public. */
export const triggerFor = (event: TriggerEvent, webhookId: string) => ({
  title: titles[event],
  active: true,
  conditions: { all: conditions[event], any: [] },
  actions: [{ field: 'notification_webhook', value: [webhookId, bodyOf(event)] }],
});

/** What an active trigger of the account tells this webhook; null if it is none of ours. */
export function toldBy(trigger: Record<string, unknown>, webhookId: string): TriggerEvent | null {
  if (trigger['active'] === false) return null;
  for (const { field, value } of list(trigger['actions']).map(object)) {
    const [id, body] = list(value);
    if (field !== 'notification_webhook' || String(id) !== webhookId || typeof body !== 'string') continue;
    const event = triggerEvents.find((each) => sameBody(body, each));
    if (event) return event;
  }
  return null;
}

// People may have laid it out anew; what it says is what counts.
function sameBody(body: string, event: TriggerEvent): boolean {
  try {
    const said = object(JSON.parse(body));
    return said['schema'] === schema && said['event'] === event;
  } catch {
    return false;
  }
}
