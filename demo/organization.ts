import { randomBytes } from 'node:crypto';
import { apiAt, eventually, type Api } from './api.ts';
import { readArticles, sectionNames, sectionOf, type Article } from './articles.ts';
import { anOrder } from '../server/test/providers/shop/shop.ts';
import { orderTemplate } from '../server/test/providers/shop/connected.ts';
import type { Vendors } from './vendors.ts';

export const mailDomain = 'emberly.example';
export const mailbox = `help@${mailDomain}`;

export type Organization = { id: string; email: string; password: string; api: Api; baseUrl: string };
type Session = { access_token: string; user: { memberships: { organization: { id: string } }[] } };
type Resource = { id: string };

export async function register(baseUrl: string): Promise<Organization> {
  const email = `ada@${mailDomain}`;
  const password = `demo-${randomBytes(6).toString('hex')}`;
  const body = { email, password, name: 'Ada Emberly', organization_name: 'Emberly' };
  const session = await apiAt(baseUrl).send<Session>('POST', '/api/auth/register', body);
  const id = session.user.memberships[0]?.organization.id;
  if (!id) throw new Error('the new account has no organization');
  return { id, email, password, api: apiAt(baseUrl, session.access_token), baseUrl };
}

/** Posts every article into the collection of its section; returns the article of each document id. */
export async function publishArticles(api: Api): Promise<Map<string, Article>> {
  const collections = new Map<string, string>();
  for (const name of sectionNames) {
    const { id } = await api.send<Resource>('POST', '/api/knowledge/collections', { name });
    collections.set(name, id);
  }
  const published = new Map<string, Article>();
  for (const article of readArticles()) {
    const { id } = await api.send<Resource>('POST', '/api/knowledge/documents/text', {
      collection_id: collections.get(sectionOf(article)),
      title: article.title,
      text: article.text,
      format: 'markdown',
      language: 'en',
      external_id: article.name,
      source_url: `https://help.${mailDomain}/${article.name}`,
    });
    published.set(id, article);
  }
  return published;
}

type Document = { id: string; title: string; status: string; retrievable: boolean; error: { message: string } | null };
type Page<T> = { items: T[]; next_cursor: string | null };

/** Resolves when every document is proven retrievable; throws with the names of those that are not. */
export async function untilRetrievable(api: Api, published: Map<string, Article>): Promise<void> {
  const all = await eventually(
    async () => {
      const { items } = await api.get<Page<Document>>('/api/knowledge/documents?limit=200');
      const settled = items.filter((one) => one.status === 'ready' || one.status === 'failed');
      if (settled.length < published.size) return undefined;
      const bad = settled
        .filter((one) => !one.retrievable)
        .map((one) => `${one.title} (${one.error?.message ?? one.status})`);
      if (bad.length > 0) throw new Error(`not retrievable: ${bad.join(', ')}`);
      return true;
    },
    { withinMilliseconds: 300_000, everyMilliseconds: 500 },
  );
  if (!all) throw new Error('the articles were not ingested within 5 minutes');
}

type Embedding = { embedding: { provider: string; reindex: { done: number; total: number } | null } };

/** Resolves when every article has its embedding, which takes the model a moment; at once without a model. */
export async function untilEmbedded(api: Api): Promise<void> {
  const all = await eventually(
    async () => {
      const { embedding } = await api.get<Embedding>('/api/knowledge/analysis');
      return embedding.provider === 'off' || embedding.reindex === null ? true : undefined;
    },
    { withinMilliseconds: 300_000, everyMilliseconds: 500 },
  );
  if (!all) throw new Error('the articles were not embedded within 5 minutes');
}

type Domain = { id: string; status: string; records: { purpose: string; type: string; name: string; value: string }[] };

/** Connects both helpdesks with a pasted token, and the mail domain with its DNS record. */
export async function connectChannels({ api, id, baseUrl }: Organization, vendors: Vendors): Promise<void> {
  const { chatdesk, ticketdesk, dns } = vendors;
  const { clientId, clientSecret } = chatdesk.workspace;
  await api.send('PUT', '/api/integrations/chatdesk/app', {
    client_id: clientId,
    client_secret: clientSecret,
    access_token: chatdesk.accessToken,
  });
  await api.send('PUT', '/api/integrations/ticketdesk/app', {
    subdomain: 'emberly',
    access_token: ticketdesk.accessToken,
  });
  await api.send('POST', '/api/integrations/ticketdesk/webhook-secret', { secret: ticketdesk.account.signingSecret });
  const domain = await api.send<Domain>('POST', '/api/channels/email/domains', { domain: mailDomain });
  const proof = domain.records.find((record) => record.purpose === 'ownership');
  if (!proof) throw new Error('the domain has no ownership record to publish');
  dns.set(proof.name, { TXT: [proof.value] });
  const verified = await api.send<Domain>('POST', `/api/channels/email/domains/${domain.id}/verify`);
  if (verified.status !== 'verified')
    throw new Error(`the mail domain is ${verified.status} although its record is there`);
  chatdesk.echoTo(`${baseUrl}/webhooks/chatdesk/${id}`);
  ticketdesk.echoTo(`${baseUrl}/webhooks/ticketdesk/${id}`);
}

/** Sets where conversations go if the AI does not answer: three destinations, three tags, one rule. */
export async function setPolicy(api: Api, { chatdesk, ticketdesk }: Vendors): Promise<void> {
  const destination = (body: Record<string, unknown>) => api.send<Resource>('POST', '/api/routing/destinations', body);
  const billing = await destination({
    name: 'Billing team',
    kind: 'chatdesk_team',
    target: chatdesk.workspace.teams[0]?.id,
  });
  const technical = await destination({
    name: 'Technical team',
    kind: 'ticketdesk_group',
    target: String(ticketdesk.account.groups[1]?.id),
  });
  const complaints = await destination({ name: 'Complaints desk', kind: 'queue' });
  const tag = (body: Record<string, unknown>) => api.send<Resource>('POST', '/api/routing/tags', body);
  await tag({
    name: 'billing',
    detect: { keywords: ['charged', 'payment', 'refund', 'invoice'] },
    default_destination_id: billing.id,
  });
  await tag({
    name: 'integrations',
    detect: { keywords: ['api', 'mqtt', 'home assistant', 'tariff'] },
    default_destination_id: technical.id,
  });
  const complaint = await tag({ name: 'complaint', detect: { keywords: ['lawyer', 'unacceptable', 'complaint'] } });
  await api.send('POST', '/api/routing/rules', {
    name: 'Threats of legal action go to the complaints desk',
    priority: 10,
    when: { any: [{ field: 'message.text', op: 'contains', value: 'lawyer' }] },
    then: { decision: 'escalate', destination_id: complaints.id, add_tag_ids: [complaint.id], priority: 'urgent' },
  });
}

/** Adds three orders to the shop and a rule: questions about an order are answered from the shop. */
export async function connectShop(api: Api, { shop }: Vendors): Promise<void> {
  const ruth = { email: 'ruth.lindgren@post.example', id: 'c-77' };
  shop.add(anOrder('48213', { customer: ruth }));
  shop.add(anOrder('48214', { customer: ruth, state: 'packed' }));
  shop.add(anOrder('48215', { state: 'delivered' }));
  const { id } = await api.send<Resource>('POST', '/api/connectors', {
    name: 'Emberly shop',
    base_url: shop.url,
    auth: { kind: 'bearer' },
    credentials: { token: shop.keys.token },
  });
  const template = await api.send<Resource>('POST', `/api/connectors/${id}/templates`, orderTemplate);
  const { ok } = await api.send<{ ok: boolean }>('POST', `/api/connectors/${id}/validate`);
  if (!ok) throw new Error('the connection to the shop did not pass its check');
  await api.send('POST', '/api/routing/rules', {
    name: 'Where an order is, the shop says',
    priority: 20,
    when: { any: [{ field: 'message.text', op: 'contains', value: 'where is my order' }] },
    then: { lookup_template_ids: [template.id] },
  });
}

export async function switchOn(api: Api): Promise<void> {
  await api.send('PATCH', '/api/organizations/me/settings', {
    auto_respond_enabled: true,
    persona: { name: 'Emberly Assistant' },
  });
}
