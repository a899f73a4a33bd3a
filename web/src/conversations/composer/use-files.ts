import { mostAttachmentBytes, mostAttachments } from '@desk/contract/attachments';
import { useEffect, useRef, useState } from 'react';
import { isApiError, type ApiError } from '../../api/api-error.ts';
import { arrived } from '../../api/code.ts';

export interface ChosenFile {
  key: number;
  file: File;
  state: 'running' | 'ready' | 'failed';
  share: number;
  /** The server's id, once the upload is complete. */
  id?: string;
  /** One of the client's reasons, or the server's text. */
  problem?: 'too_large' | 'too_many' | 'no_answer' | { detail: string };
}

/** The files of the message that is being written in one form; switching to another conversation drops them. */
export function useFiles(conversationId: string) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const next = useRef(0);
  const mark = (key: number, change: Partial<ChosenFile>) =>
    setFiles((all) => all.map((each) => (each.key === key ? { ...each, ...change } : each)));
  const { start, stop, stopAll } = useSending(conversationId, mark);
  const add = (chosen: readonly File[]) => {
    const fresh: ChosenFile[] = [];
    for (const file of chosen) fresh.push(newFile(next.current++, file, hasRoom([...files, ...fresh])));
    setFiles((all) => [...all, ...fresh]);
    for (const each of fresh) if (each.state === 'running') void start(each);
  };
  const again = (each: ChosenFile) => {
    mark(each.key, { state: 'running', share: 0 });
    void start(each);
  };
  const remove = (key: number) => {
    stop(key);
    setFiles((all) => all.filter((each) => each.key !== key));
  };
  const clear = () => {
    stopAll();
    setFiles([]);
  };
  useEffect(() => clear, [conversationId]);
  return { files, add, again, remove, clear };
}

function useSending(conversationId: string, mark: (key: number, change: Partial<ChosenFile>) => void) {
  const stops = useRef(new Map<number, AbortController>());
  const start = async ({ key, file }: ChosenFile) => {
    const stop = new AbortController();
    stops.current.set(key, stop);
    const onProgress = (share: number) => mark(key, { share });
    try {
      const { sendFile } = await arrived(import('./send-file.ts'));
      const sent = await sendFile({ conversationId, file, onProgress, signal: stop.signal });
      if (sent) mark(key, { state: 'ready', id: sent.id });
    } catch (error) {
      if (!isApiError(error)) throw error;
      mark(key, { state: 'failed', problem: problemOf(error) });
    }
  };
  const stop = (key: number) => stops.current.get(key)?.abort();
  const stopAll = () => {
    for (const each of stops.current.values()) each.abort();
    stops.current.clear();
  };
  return { start, stop, stopAll };
}

/** A refused file is not part of the message, so it takes no room. */
export const hasRoom = (files: readonly ChosenFile[]): boolean =>
  files.filter(({ state }) => state !== 'failed').length < mostAttachments;

function newFile(key: number, file: File, fits: boolean): ChosenFile {
  const given = { key, file, share: 0 };
  if (file.size > mostAttachmentBytes) return { ...given, state: 'failed', problem: 'too_large' };
  if (!fits) return { ...given, state: 'failed', problem: 'too_many' };
  return { ...given, state: 'running' };
}

const problemOf = ({ detail, title }: ApiError): NonNullable<ChosenFile['problem']> => {
  const words = detail || title;
  return words ? { detail: words } : 'no_answer';
};
