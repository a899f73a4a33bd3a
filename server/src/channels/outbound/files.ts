import type { Delivered, OutgoingFile, OutgoingNote, OutgoingReply } from '../port/channel.logic.ts';
import { english } from '../../platform/words/sentence.logic.ts';

export interface ReadFile {
  name: string;
  mediaType: string;
  content: Uint8Array;
}

/** Reads the files of a message. Refuses if one of them is gone: a message is sent with all of its files or not at all. */
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
