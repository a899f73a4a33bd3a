import type { Role } from '@desk/contract/access';
import { newId } from '../../src/platform/ids.ts';
import { inScope } from '../../src/platform/transaction.ts';
import type { TestServer } from '../server.ts';
import { createWorld, registers, type Caller } from '../world.ts';

/** Somebody with a token of some kind: in what they have a role, and whether the token is good. */
export interface Player {
  name: string;
  caller: Caller;
  roles: ReadonlyMap<string, Role>;
  token: 'valid' | 'useless';
}

export type Cast = Awaited<ReturnType<typeof castOf>>;

/**
 * Birch is ours, Cedar the strangers', Dogwood a third one: Dora is its admin and a member of Birch. Of the useless tokens one
 * has expired, one was signed out of, one is nobody's; Remo's is good, but he was removed from Birch.
 */
export async function castOf(server: TestServer) {
  const world = await createWorld(server);
  const { ada, wim, max, mallory, nobody } = world;
  const [birch, cedar] = [world.birch.organizationId, world.cedar.organizationId];
  const dora = await registers(server, 'Dora', 'Dogwood');
  await joinsToo(server, dora.userId, birch);
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
    caller,
    roles: new Map(roles),
    token: 'valid',
  });
  const useless = (caller: Caller): Player => ({ name: caller.name, caller, roles: new Map(), token: 'useless' });
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
      useless(nobody),
      useless(expired),
      useless(gone),
    ],
    stranger: player(mallory, in_(cedar, 'org_admin')),
  };
}

async function joinsToo(server: TestServer, userId: string, organizationId: string): Promise<void> {
  await inScope(server.desk.db, { organizationId }, async (tx) => {
    const workspace = await tx
      .selectFrom('workspace')
      .select('id')
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('membership')
      .values({
        organization_id: organizationId,
        id: newId(),
        user_id: userId,
        workspace_id: workspace.id,
        role: 'member',
        created_at: new Date(),
      })
      .execute();
  });
}
