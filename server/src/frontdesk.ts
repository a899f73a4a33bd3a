import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Same as for the service: see main.ts.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/frontdesk', import.meta.url)));

const [
  { deadLetters, eraseCustomers, explainMessage, organizationCreatedHooks },
  { openDesk, prepareStore },
  { runFrontdesk },
] = await Promise.all([import('./app.ts'), import('./desk.ts'), import('./operator/index.ts')]);
// bin/frontdesk passes the folder in which it was called, because it changes to the service's folder.
const [calledFrom = '', ...args] = process.argv.slice(2);
process.exit(
  await runFrontdesk(args, {
    calledFrom,
    openDesk,
    prepareStore,
    onOrganizationCreated: organizationCreatedHooks,
    deadLetters,
    eraseCustomers,
    explainMessage,
  }),
);
