import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { hint } from './output.ts';
import { Refusal } from './tools.ts';

/** Reads one line of standard input, without echoing it. */
export async function readSecret(prompt: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(prompt);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  try {
    for await (const line of lines) if (line !== '') return line;
  } finally {
    lines.close();
    if (isTerminal) hint('');
  }
  throw new Refusal('Nothing came from standard input.');
}
