// A process that runs the tool repeatedly: the tests call it often, and loading it takes longer than running it.
// Each call gets its own environment, input and streams, as `server/src/frontdesk.ts` does in a process of its own.
import { Readable } from 'node:stream';
import { deadLetters, eraseCustomers, explainMessage, organizationCreatedHooks } from '../../src/app.ts';
import { openDesk, prepareStore } from '../../src/desk.ts';
import { runFrontdesk } from '../../src/operator/index.ts';
import type { Call, Ran } from './tool.ts';

process.on('message', (call: Call) => void run(call).then((ran) => process.send?.(ran)));
process.send?.('ready');

async function run({ args, environment, input }: Call): Promise<Ran> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  const [out, err] = [written(process.stdout), written(process.stderr)];
  const code = await runFrontdesk(args, {
    calledFrom: '/',
    openDesk,
    prepareStore,
    onOrganizationCreated: organizationCreatedHooks,
    deadLetters,
    eraseCustomers,
    explainMessage,
  });
  return { code, out: out(), err: err() };
}

/** Captures what is written to a stream, until the returned function is called. */
function written(stream: NodeJS.WriteStream): () => string {
  let all = '';
  const write = stream.write;
  stream.write = (text: string | Uint8Array) => {
    all += typeof text === 'string' ? text : Buffer.from(text).toString();
    return true;
  };
  return () => {
    stream.write = write;
    return all;
  };
}
