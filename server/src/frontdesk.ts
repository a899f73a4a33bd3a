import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// As for the service: see main.ts.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/frontdesk', import.meta.url)));

const [{ deadLetters, explainMessage, organizationCreatedHooks }, { openDesk, prepareStore }, { runFrontdesk }] =
  await Promise.all([import('./app.ts'), import('./desk.ts'), import('./operator/index.ts')]);
process.exit(
  await runFrontdesk(process.argv.slice(2), {
    openDesk,
    prepareStore,
    onOrganizationCreated: organizationCreatedHooks,
    deadLetters,
    explainMessage,
  }),
);
