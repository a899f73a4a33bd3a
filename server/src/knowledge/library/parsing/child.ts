// The program of the sandboxed child: one line of JSON with the order and then the bytes on stdin, an answer in lines on stdout.
import { linesOf } from './answer.ts';
import { answerTo } from './order.ts';

for (const line of linesOf(await answerTo(await readAll()))) process.stdout.write(line);

async function readAll(): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part);
  return Buffer.concat(parts);
}
