import { list, object } from '../port/json.logic.ts';

/** The events of our triggers: somebody has written. They send ids only: the text is fetched, so that no customer can forge it. */
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
  // Exclude comments that come through the API (5): those are our own.
  agent_comment: [
    { field: 'comment_is_public', operator: 'is', value: 'true' },
    { field: 'role', operator: 'is', value: 'agent' },
    { field: 'current_via_id', operator: 'is_not', value: '5' },
  ],
};

/** A trigger in the vendor's form: notifies the webhook when a customer, or a colleague, has written in public. */
export const triggerFor = (event: TriggerEvent, webhookId: string) => ({
  title: titles[event],
  active: true,
  conditions: { all: conditions[event], any: [] },
  actions: [{ field: 'notification_webhook', value: [webhookId, bodyOf(event)] }],
});

/** The event of which an active trigger notifies this webhook; null if the trigger is not ours. */
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

// People may have reformatted it; only the content counts.
function sameBody(body: string, event: TriggerEvent): boolean {
  try {
    const parsed = object(JSON.parse(body));
    return parsed['schema'] === schema && parsed['event'] === event;
  } catch {
    return false;
  }
}
