// The program of the sandboxed child: one line of JSON with the order and then the bytes on stdin, an answer on stdout.
import { answerTo } from './order.ts';

process.stdout.write(JSON.stringify(await answerTo(await readAll())));

async function readAll(): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part);
  return Buffer.concat(parts);
}
