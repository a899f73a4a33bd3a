import { hmac } from '../../../src/platform/secrets/signatures.ts';
import { startVendorServer, type VendorAnswer, type VendorCall } from '../vendor-server.ts';
import { shopDocument } from './document.ts';

export interface Order {
  number: string;
  state: string;
  eta: string | null;
  total: { amount: string; currency: string };
  customer: { email: string; id: string };
}

/** The shop's credentials; any one of them is enough. */
export interface ShopKeys {
  token: string;
  user: string;
  password: string;
  key: string;
  clientId: string;
  clientSecret: string;
  signing: string;
}

export type Shop = Awaited<ReturnType<typeof startShop>>;

const keysOfToday: ShopKeys = {
  token: 'shop-token-canary-1',
  user: 'desk',
  password: 'shop-word-canary-1',
  key: 'shop-key-canary-1',
  clientId: 'desk-client',
  clientSecret: 'shop-secret-canary-1',
  signing: 'shop-signing-canary-1',
};

/** A fake account system with customers' orders, revocable credentials, expiring tokens and a changeable schema. */
export async function startShop() {
  const orders = new Map<string, Order>();
  const accepted = { tokens: new Set([keysOfToday.token]), secrets: new Set([keysOfToday.clientSecret]) };
  const issued = new Set<string>();
  let document: unknown = shopDocument();
  let tokensIssued = 0;

  const refusal = { status: 401, body: { error: 'unauthorized' } };
  const guarded =
    (answer: (call: VendorCall) => VendorAnswer) =>
    (call: VendorCall): VendorAnswer =>
      isKnown(call, accepted.tokens, issued) ? answer(call) : refusal;

  const server = await startVendorServer({
    notFound: { status: 404, body: { error: 'not found' } },
    routes: {
      'GET /orders/:number': guarded(({ params }) => {
        const order = orders.get(params['number'] ?? '');
        return order ? { status: 200, body: { order, internal: 'margin-canary' } } : { status: 404, body: {} };
      }),
      'GET /orders': guarded(({ query }) => ({
        status: 200,
        body: { orders: [...orders.values()].filter(({ customer }) => customer.email === query.get('email')) },
      })),
      'POST /orders/:number/cancel': guarded(({ params }) => {
        const order = orders.get(params['number'] ?? '');
        if (order) order.state = 'cancelled';
        return order ? { status: 200, body: { order } } : { status: 404, body: {} };
      }),
      // Echoes the request, as some services do.
      'GET /echo': guarded(({ headers, query }) => ({
        status: 200,
        body: { headers, query: Object.fromEntries(query) },
      })),
      'POST /token': ({ headers, body }) => {
        const pair = Buffer.from((headers['authorization'] ?? '').replace('Basic ', ''), 'base64').toString();
        const [user, secret = ''] = pair ? pair.split(':') : [body['client_id'], String(body['client_secret'])];
        if (user !== keysOfToday.clientId || !accepted.secrets.has(secret))
          return { status: 401, body: { error: 'invalid_client' } };
        const token = `issued-canary-${(tokensIssued += 1)}`;
        issued.add(token);
        return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 3600 } };
      },
      'GET /openapi.json': () => ({ status: 200, body: document }),
    },
  });
  return {
    ...server,
    keys: keysOfToday,
    add: (order: Order) => void orders.set(order.number, order),
    order: (number: string) => orders.get(number),
    accept: (token: string) => void accepted.tokens.add(token),
    revoke: (token: string) => void accepted.tokens.delete(token),
    endTokens: () => issued.clear(),
    tokensIssued: () => tokensIssued,
    describe: (next: unknown) => void (document = next),
  };
}

function isKnown({ headers, query, method, path, raw }: VendorCall, tokens: Set<string>, issued: Set<string>): boolean {
  const { authorization = '' } = headers;
  const bearer = authorization.replace('Bearer ', '');
  if (tokens.has(bearer) || issued.has(bearer)) return true;
  const pair = Buffer.from(`${keysOfToday.user}:${keysOfToday.password}`).toString('base64');
  if (authorization === `Basic ${pair}` || headers['x-shop-key'] === keysOfToday.key) return true;
  if (query.get('key') === keysOfToday.key) return true;
  const search = query.size > 0 ? `?${query.toString()}` : '';
  const signed = [headers['x-shop-time'], method, `${path}${search}`, raw.toString()].join('.');
  return headers['x-shop-signature'] === `v1=${hmac('sha256', keysOfToday.signing, signed).toString('hex')}`;
}

/** An order, by Robin unless `more` overrides it. */
export const anOrder = (number: string, more: Partial<Order> = {}): Order => ({
  number,
  state: 'on its way',
  eta: '2026-03-05',
  total: { amount: '49.90', currency: 'EUR' },
  customer: { email: 'robin@customer.test', id: 'c-1' },
  ...more,
});
