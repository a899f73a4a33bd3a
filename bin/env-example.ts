import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configReference } from '../server/src/platform/config/config-reference.ts';

// Writes .env.example from the schema of the service's environment variables.
writeFileSync(join(import.meta.dirname, '../.env.example'), configReference());
