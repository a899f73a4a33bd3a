import assert from 'node:assert/strict';
import type { Caller } from '../../world.ts';
import type { Shop } from './shop.ts';

export const orderTemplate = {
  name: 'order',
  method: 'GET',
  path: '/orders/{number}',
  inputs: [{ name: 'number', type: 'string', required: true, source: 'message', example: '48213' }],
  output: { number: '/order/number', state: '/order/state', eta: '/order/eta', total: '/order/total' },
  effect: 'read',
  requires_verified_customer: true,
  owner_match: '/order/customer/email',
  answer: {
    en: 'Your order {order.number} is {order.state} and arrives on {order.eta | date}. Total: {order.total | money}.',
    de: 'Ihre Bestellung {order.number} ist {order.state} und kommt am {order.eta | date} an.',
  },
} as const;

/** A validated connector to the shop with the template for orders. */
export async function connectShop(admin: Caller, shop: Shop, more: Record<string, unknown> = {}) {
  const connector = await admin.posts('/api/connectors', {
    name: 'Shop',
    kind: 'http',
    base_url: shop.url,
    auth: { kind: 'bearer' },
    credentials: { token: shop.keys.token },
    ...more,
  });
  const path = `/api/connectors/${connector.id}`;
  const template = await admin.posts(`${path}/templates`, orderTemplate);
  const validation = await admin.posts(`${path}/validate`, {}, 200);
  assert.equal(validation.ok, true, JSON.stringify(validation));
  return { connector, template, path };
}

/** The rule that answers questions about orders from the shop. */
export const orderRule = (templateId: string) => ({
  name: 'Orders are looked up',
  when: { all: [{ field: 'message.text', op: 'contains', value: 'order' }] },
  then: { lookup_template_ids: [templateId] },
});
