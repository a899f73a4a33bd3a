import type { Role } from '@desk/contract/access';
import type { TestServer } from '../server.ts';
import { addressOf, Caller, createWorld, registers, tokenIn } from '../world.ts';

/** A person or a key with a token: the roles by organization, and whether the token is valid. */
export interface Player {
  name: string;
  kind: 'person' | 'key';
  caller: Caller;
  roles: ReadonlyMap<string, Role>;
  token: 'valid' | 'useless';
}

export type Cast = Awaited<ReturnType<typeof castOf>>;

/**
 * Birch is our organization, Cedar the strangers'; Dora is the admin of a third one, Dogwood, and a member of Birch. The useless
 * tokens are an expired one, a signed-out one, a revoked key and an unknown one. Remo's is valid, but he belongs nowhere.
 */
export async function castOf(server: TestServer) {
  const world = await createWorld(server);
  const { ada, wim, max, mallory, nobody } = world;
  const [birch, cedar] = [world.birch.organizationId, world.cedar.organizationId];
  const dora = await registers(server, 'Dora', 'Dogwood');
  const { invitation_url } = await ada.posts('/api/invitations', { email: addressOf('Dora'), role: 'member' });
  await dora.posts('/api/invitations/accept', { token: tokenIn(invitation_url) }, 200);
  const expired = await registers(server, 'Esme', 'Elm');
  await server.desk.db.owner.query(
    `update session_token set expires_at = '2001-01-01' where session_id in (select id from session where user_id = '${expired.userId}')`,
  );
  const gone = await registers(server, 'Lou', 'Larch');
  await gone.posts('/api/auth/logout', undefined, 204);
  const remo = await registers(server, 'Remo', 'Rowan');
  await server.desk.db.owner.query(`delete from membership where user_id = '${remo.userId}'`);
  const in_ = (organization: string, role: Role): [string, Role] => [organization, role];
  const player = (caller: Caller, ...roles: [string, Role][]): Player => ({
    name: caller.name,
    kind: 'person',
    caller,
    roles: new Map(roles),
    token: 'valid',
  });
  const key = async (name: string, role: Role): Promise<Player & { id: string }> => {
    const made = await ada.posts('/api/api-keys', { name, role });
    const caller = new Caller(server, { name, token: made.key, userId: '', organizationId: birch });
    return { ...player(caller, in_(birch, role)), kind: 'key', id: made.id };
  };
  const revoked = await key('a revoked key', 'org_admin');
  await ada.deletes(`/api/api-keys/${revoked.id}`);
  const useless = (caller: Caller): Player => ({ ...player(caller), token: 'useless' });
  return {
    world,
    birch,
    cedar,
    ours: [
      player(ada, in_(birch, 'org_admin')),
      player(wim, in_(birch, 'workspace_admin')),
      player(max, in_(birch, 'member')),
      player(dora, in_(birch, 'member'), in_(dora.organizationId, 'org_admin')),
      player(remo),
      await key('a key of a member', 'member'),
      await key('a key of an admin', 'org_admin'),
      useless(revoked.caller),
      useless(nobody),
      useless(expired),
      useless(gone),
    ],
    stranger: player(mallory, in_(cedar, 'org_admin')),
  };
}
