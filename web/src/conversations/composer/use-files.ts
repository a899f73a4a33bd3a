import { mostAttachmentBytes, mostAttachments } from '@desk/contract/attachments';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { toast } from '../../ui/show/toast.tsx';
import { fileSize } from '../thread/file-size.ts';
import { filesWords } from '../words/files-words.ts';

export interface ChosenFile {
  key: number;
  file: File;
  state: 'running' | 'ready' | 'failed';
  share: number;
  /** The server's, once it has all of it. */
  id?: string;
  problem?: string;
}

/** The files that go with what is being written here; those of another conversation are left behind. */
export function useFiles(conversationId: string) {
  const t = useWords(filesWords);
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const next = useRef(0);
  const mark = (key: number, change: Partial<ChosenFile>) =>
    setFiles((all) => all.map((each) => (each.key === key ? { ...each, ...change } : each)));
  const { start, stop, stopAll } = useSending(conversationId, mark);
  const add = (chosen: readonly File[]) => {
    const room = mostAttachments - files.length;
    if (chosen.length > room) toast(t('most', { count: mostAttachments }));
    const fresh = chosen.slice(0, Math.max(0, room)).map((file) => newFile(next.current++, file));
    const tooLarge = t('tooLarge', { most: fileSize(mostAttachmentBytes) });
    setFiles((all) => [...all, ...fresh.map((each) => (fits(each) ? each : refused(each, tooLarge)))]);
    for (const each of fresh.filter(fits)) void start(each);
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
  const t = useWords(filesWords);
  const stops = useRef(new Map<number, AbortController>());
  const start = async ({ key, file }: ChosenFile) => {
    const stop = new AbortController();
    stops.current.set(key, stop);
    const onProgress = (share: number) => mark(key, { share });
    try {
      const { sendFile } = await import('./send-file.ts');
      const sent = await sendFile({ conversationId, file, onProgress, signal: stop.signal });
      if (sent) mark(key, { state: 'ready', id: sent.id });
    } catch (error) {
      if (!isApiError(error)) throw error;
      mark(key, { state: 'failed', problem: error.detail || error.title || t('noAnswer') });
    }
  };
  const stop = (key: number) => stops.current.get(key)?.abort();
  const stopAll = () => {
    for (const each of stops.current.values()) each.abort();
    stops.current.clear();
  };
  return { start, stop, stopAll };
}

const newFile = (key: number, file: File): ChosenFile => ({ key, file, state: 'running', share: 0 });
const fits = ({ file }: ChosenFile) => file.size <= mostAttachmentBytes;
const refused = (each: ChosenFile, problem: string): ChosenFile => ({ ...each, state: 'failed', problem });
