import { curlCommand } from '../../api/curl.logic.ts';

interface Known {
  question: string;
  conversationId: string | undefined;
  collectionId: string | undefined;
}

interface Sample {
  of: 'conversations' | 'conversation' | 'search' | 'documents';
  command: string;
}

/** One curl command for each call that can be tried with what exists. None changes anything. */
export function samplesOf(origin: string, { question, conversationId, collectionId }: Known): Sample[] {
  const curl = (path: string, body?: object) => curlCommand(origin + path, body);
  const samples: Sample[] = [{ of: 'conversations', command: curl('/api/conversations?status=open') }];
  if (conversationId) samples.push({ of: 'conversation', command: curl(`/api/conversations/${conversationId}`) });
  samples.push({ of: 'search', command: curl('/api/knowledge/search', { query: question }) });
  if (collectionId)
    samples.push({ of: 'documents', command: curl(`/api/knowledge/documents?collection_id=${collectionId}`) });
  return samples;
}
