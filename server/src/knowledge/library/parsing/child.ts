// The entry point of the sandboxed child. Stdin: the order as one line of JSON, then the bytes. Stdout: the answer in lines.
import { linesOf } from './child-output.ts';
import { answerTo } from './child-input.ts';

for (const line of linesOf(await answerTo(await readAll()))) process.stdout.write(line);

async function readAll(): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part);
  return Buffer.concat(parts);
}
