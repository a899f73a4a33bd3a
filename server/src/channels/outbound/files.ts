import type { Delivered, OutgoingFile, OutgoingNote, OutgoingReply } from '../port/channel.logic.ts';
import { english } from '../../platform/words/sentence.logic.ts';

export interface ReadFile {
  name: string;
  mediaType: string;
  content: Uint8Array;
}

/** The bytes of what goes out with the words; refused when some of them are gone: half of a message is not sent. */
export async function readFiles(
  outgoing: OutgoingReply | OutgoingNote,
): Promise<{ kind: 'read'; files: ReadFile[] } | Extract<Delivered, { kind: 'refused' }>> {
  const files: ReadFile[] = [];
  for (const { name, mediaType, read } of filesOf(outgoing)) {
    const content = await read();
    if (!content)
      return { kind: 'refused', code: 'file_gone', detail: english`A file of this message is no longer stored.` };
    files.push({ name, mediaType, content });
  }
  return { kind: 'read', files };
}

const filesOf = (outgoing: OutgoingReply | OutgoingNote): readonly OutgoingFile[] =>
  outgoing.kind === 'reply' ? (outgoing.files ?? []) : [];
