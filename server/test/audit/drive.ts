import type { Stage } from '../story/stage.ts';
import { secret, unique, words, type Recipe } from './recipe.ts';

const drive = '/api/integrations/cloud-drive';

/** The cloud drive, and the files imported from it. */
export const driveRecipes: Record<string, Recipe> = {
  'PUT /api/integrations/cloud-drive/app': {
    action: 'integration.configured',
    call: async ({ world }) => ({
      as: world.wim,
      path: `${drive}/app`,
      body: { client_id: 'another', client_secret: secret },
    }),
  },
  'POST /api/integrations/cloud-drive/oauth/exchange': {
    action: 'integration.connected',
    call: async (stage) => ({
      as: stage.world.wim,
      path: `${drive}/oauth/exchange`,
      body: await aConsent(stage),
    }),
  },
  'POST /api/integrations/cloud-drive/disconnect': {
    action: 'integration.disconnected',
    call: async (stage) => {
      await connected(stage);
      return { as: stage.world.wim, path: `${drive}/disconnect` };
    },
    again: 'writes nothing',
  },
  'DELETE /api/integrations/cloud-drive/folders/:folder_id': {
    action: 'drive_folder.unwatched',
    call: async (stage) => {
      const folder = stage.drive.folder(unique('Folder'));
      await stage.world.wim.posts(
        '/api/knowledge/documents/cloud-drive',
        await wish(stage, { folder_id: folder.id }),
        202,
      );
      return { as: stage.world.wim, path: `${drive}/folders/${folder.id}` };
    },
  },
  'POST /api/knowledge/documents/cloud-drive': {
    action: 'document.created',
    call: async (stage) => ({
      as: stage.world.wim,
      path: '/api/knowledge/documents/cloud-drive',
      body: await wish(stage, { file_ids: [stage.drive.file(unique('File'), { content: words }).id] }),
    }),
  },
};

async function aConsent({ world, drive: vendor }: Stage) {
  const { clientId: client_id, clientSecret: client_secret } = vendor;
  await world.wim.puts(`${drive}/app`, { client_id, client_secret });
  const { authorization_url, state } = await world.wim.gets(`${drive}/connect-url`);
  return { code: vendor.office.consent(authorization_url), state };
}

const connected = async (stage: Stage) => stage.world.wim.posts(`${drive}/oauth/exchange`, await aConsent(stage), 200);

async function wish(stage: Stage, what: object) {
  await connected(stage);
  const { items } = await stage.world.wim.gets('/api/knowledge/collections');
  return { collection_id: items[0].id, ...what };
}
