import {
  addPart,
  conversationBody,
  paragraphs,
  plain,
  vendorId,
  type Attachment,
  type Author,
  type Conversation,
  type Part,
  type Tag,
} from './state.ts';
import type { VendorAnswer, VendorCall, VendorRoutes } from '../vendor-server.ts';

/** One workspace of the chat vendor: the state that the routes read and change. */
export type Workspace = {
  appId: string;
  appName: string;
  region: 'US' | 'EU' | 'AU';
  clientId: string;
  clientSecret: string;
  packageCode: string;
  admins: Author[];
  teams: { type: 'team'; id: string; name: string; admin_ids: number[] }[];
  tags: Tag[];
  conversations: Map<string, Conversation>;
  tokens: Set<string>;
  codes: Set<string>;
  /** Called with every part that our API calls create, so that the vendor can echo it. */
  partMade(conversation: Conversation, part: Part): void;
};

export function chatdeskRoutes(workspace: Workspace): VendorRoutes {
  const authorized = (handle: (call: VendorCall) => VendorAnswer) => (call: VendorCall) =>
    hasToken(workspace, call) ? handle(call) : errorList(401, 'unauthorized', 'Access Token Invalid');
  const onConversation = (handle: (conversation: Conversation, call: VendorCall) => VendorAnswer) =>
    authorized((call) => {
      const conversation = workspace.conversations.get(call.params['id'] ?? '');
      return conversation ? handle(conversation, call) : errorList(404, 'not_found', 'Resource Not Found');
    });

  return {
    'POST /auth/eagle/token': (call) => exchange(workspace, call),
    'GET /me': authorized(() => ({ status: 200, body: me(workspace) })),
    'GET /admins': authorized(() => ({ status: 200, body: { type: 'admin.list', admins: workspace.admins } })),
    'GET /teams': authorized(() => ({ status: 200, body: { type: 'team.list', teams: workspace.teams } })),
    'GET /tags': authorized(() => ({ status: 200, body: { type: 'list', data: workspace.tags } })),
    'POST /tags': authorized((call) => makeTag(workspace, call)),
    'GET /conversations/:id': onConversation((conversation, call) => ({
      status: 200,
      body: conversationBody(conversation, shown(conversation, call.query.get('display_as'))),
    })),
    'PUT /conversations/:id': onConversation((conversation, call) => setAttributes(conversation, call)),
    'POST /conversations/:id/reply': onConversation((conversation, call) => reply(workspace, conversation, call)),
    'POST /conversations/:id/parts': onConversation((conversation, call) => manage(workspace, conversation, call)),
    'POST /conversations/:id/tags': onConversation((conversation, call) => tag(workspace, conversation, call)),
    'DELETE /conversations/:id/tags/:tagId': onConversation((conversation, call) => untag(conversation, call)),
  };
}

export function errorList(status: number, code: string, message: string): VendorAnswer {
  return { status, body: { type: 'error.list', request_id: `req_${vendorId(12)}`, errors: [{ code, message }] } };
}

function hasToken(workspace: Workspace, call: VendorCall): boolean {
  return workspace.tokens.has((call.headers['authorization'] ?? '').replace(/^Bearer /, ''));
}

/** A code is valid once. The answer contains the token under both names in use. */
function exchange(workspace: Workspace, call: VendorCall): VendorAnswer {
  const { code, client_id: clientId, client_secret: clientSecret } = call.body;
  const known = clientId === workspace.clientId && clientSecret === workspace.clientSecret;
  if (!known || !workspace.codes.delete(String(code))) return errorList(401, 'unauthorized', 'Unauthorized Code');
  const token = `dG9r${vendorId(40)}`;
  workspace.tokens.add(token);
  return { status: 200, body: { token_type: 'Bearer', token, access_token: token } };
}

function me(workspace: Workspace): Record<string, unknown> {
  const app = {
    type: 'app',
    id_code: workspace.appId,
    name: workspace.appName,
    created_at: 1_734_000_000,
    secure: false,
    identity_verification: false,
    timezone: 'Europe/Berlin',
    region: workspace.region,
  };
  return {
    ...workspace.admins[0],
    email_verified: true,
    app,
    avatar: { type: 'avatar', image_url: null },
    has_inbox_seat: true,
  };
}

function makeTag(workspace: Workspace, call: VendorCall): VendorAnswer {
  const name = call.body['name'];
  if (typeof name !== 'string' || name === '') return errorList(400, 'parameter_not_found', 'Name not specified');
  const known = workspace.tags.find((one) => one.name === name);
  const made: Tag = known ?? { type: 'tag', id: vendorId(7), name };
  if (!known) workspace.tags.push(made);
  return { status: 200, body: made };
}

function shown(conversation: Conversation, displayAs: string | null): Part[] {
  if (displayAs !== 'plaintext') return conversation.parts;
  return conversation.parts.map((part) => ({ ...part, body: plain(part.body) }));
}

function setAttributes(conversation: Conversation, call: VendorCall): VendorAnswer {
  Object.assign(conversation.attributes, call.body['custom_attributes'] ?? {});
  return { status: 200, body: conversationBody(conversation, conversation.parts) };
}

function seat(workspace: Workspace, call: VendorCall): Author | undefined {
  return workspace.admins.find((admin) => admin.id === String(call.body['admin_id']));
}

function made(
  workspace: Workspace,
  conversation: Conversation,
  part: Pick<Part, 'part_type' | 'author'> & Partial<Part>,
): VendorAnswer {
  const complete = addPart(conversation, { app_package_code: workspace.packageCode, ...part }, new Date());
  workspace.partMade(conversation, complete);
  return { status: 200, body: conversationBody(conversation, conversation.parts) };
}

function reply(workspace: Workspace, conversation: Conversation, call: VendorCall): VendorAnswer {
  const author = seat(workspace, call);
  const { message_type: kind, type, body } = call.body;
  if (type !== 'admin') return errorList(400, 'parameter_invalid', 'type is invalid');
  if (!author) return errorList(400, 'parameter_invalid', 'admin_id is invalid');
  if (kind === 'quick_reply')
    return made(workspace, conversation, {
      part_type: 'quick_reply',
      author,
      metadata: { reply_options: call.body['reply_options'] },
    });
  if (kind !== 'comment' && kind !== 'note') return errorList(400, 'parameter_invalid', 'message_type is invalid');
  if (typeof body !== 'string' || body === '') return errorList(400, 'parameter_not_found', 'Body is required');
  // Writing into a closed conversation reopens it; the type of the part then is `open` instead of `comment`.
  const reopens = kind === 'comment' && conversation.state === 'closed';
  if (reopens) conversation.state = 'open';
  const attachments = filesIn(call.body['attachment_files']);
  if (attachments === null) return errorList(400, 'parameter_invalid', 'attachment_files is invalid');
  const part_type = reopens ? 'open' : kind;
  return made(workspace, conversation, { part_type, author, body: paragraphs(body), attachments });
}

/** Reads at most ten of `{name, content_type, data}`, with the bytes in base64. */
function filesIn(value: unknown): Attachment[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > 10) return null;
  const files = value.map((each: Record<string, unknown>) => {
    const { name, content_type, data } = each;
    if (typeof name !== 'string' || typeof content_type !== 'string' || typeof data !== 'string') return null;
    const url = `data:${content_type};base64,${data}`;
    const filesize = Buffer.from(data, 'base64').length;
    return { type: 'upload' as const, name, url, content_type, filesize, width: null, height: null };
  });
  return files.some((file) => file === null) ? null : files.filter((file) => file !== null);
}

function manage(workspace: Workspace, conversation: Conversation, call: VendorCall): VendorAnswer {
  const author = seat(workspace, call);
  if (!author) return errorList(400, 'parameter_invalid', 'admin_id is invalid');
  const body = typeof call.body['body'] === 'string' ? paragraphs(call.body['body']) : null;
  switch (call.body['message_type']) {
    case 'assignment':
      return assign(workspace, conversation, call, { part_type: 'assignment', author, body });
    case 'close':
      conversation.state = 'closed';
      return made(workspace, conversation, { part_type: 'close', author, body });
    case 'open':
      conversation.state = 'open';
      return made(workspace, conversation, { part_type: 'open', author });
    case 'snoozed':
      conversation.state = 'snoozed';
      conversation.snoozedUntil = Number(call.body['snoozed_until']);
      return made(workspace, conversation, { part_type: 'snoozed', author });
    default:
      return errorList(400, 'parameter_invalid', 'message_type is invalid');
  }
}

function assign(
  workspace: Workspace,
  conversation: Conversation,
  call: VendorCall,
  part: Pick<Part, 'part_type' | 'author' | 'body'>,
): VendorAnswer {
  const type = call.body['type'] === 'team' ? 'team' : 'admin';
  const id = String(call.body['assignee_id']);
  const known =
    type === 'team'
      ? workspace.teams.some((team) => team.id === id)
      : workspace.admins.some((admin) => admin.id === id);
  if (id !== '0' && !known) return errorList(404, 'not_found', 'Assignee not found');
  const assignee = id === '0' ? null : Number(id);
  if (type === 'team') conversation.teamAssigneeId = assignee;
  else conversation.adminAssigneeId = assignee;
  return made(workspace, conversation, { ...part, assigned_to: id === '0' ? null : { type, id } });
}

function tag(workspace: Workspace, conversation: Conversation, call: VendorCall): VendorAnswer {
  const found = workspace.tags.find((one) => one.id === String(call.body['id']));
  if (!found || !seat(workspace, call)) return errorList(404, 'not_found', 'Resource Not Found');
  if (!conversation.tags.includes(found)) conversation.tags.push(found);
  return { status: 200, body: found };
}

/** Requires a JSON body with `admin_id`, although it is a DELETE. */
function untag(conversation: Conversation, call: VendorCall): VendorAnswer {
  if (!call.body['admin_id']) return errorList(400, 'parameter_not_found', 'admin_id not specified');
  const found = conversation.tags.find((one) => one.id === call.params['tagId']);
  if (!found) return errorList(404, 'not_found', 'Resource Not Found');
  conversation.tags = conversation.tags.filter((one) => one !== found);
  return { status: 200, body: found };
}
