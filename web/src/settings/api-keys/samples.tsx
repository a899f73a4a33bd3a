import { listConversations } from '@desk/contract/conversations';
import { listCollections } from '@desk/contract/knowledge';
import { Stack, Text } from '@mantine/core';
import { isAnswered } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { CopyValue } from '../../ui/show/copy-value.tsx';
import { Part } from '../settings-page.tsx';
import { apiKeyWords } from './api-keys-words.ts';
import { samplesOf } from './sample-calls.ts';

/** Calls to try a key with: they name things that exist here, so they can be pasted into a shell as they are. */
export function Samples() {
  const t = useWords(apiKeyWords);
  const conversations = useLoaded(listConversations, { query: { sort: 'updated_at', limit: 1 } });
  const collections = useLoaded(listCollections, { query: { limit: 1 } });
  // With the ids the commands are longer.
  if (!isAnswered(conversations) || !isAnswered(collections)) return null;
  const samples = samplesOf(location.origin, {
    question: t('sampleQuestion'),
    conversationId: conversations.data?.items[0]?.id,
    collectionId: collections.data?.items[0]?.id,
  });
  return (
    <Part title={t('samples')} hint={t('samplesHint')}>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {samples.map(({ of, command }) => (
          <li key={of}>
            <Text size="sm">{t(`sample_${of}`)}</Text>
            <CopyValue value={command} />
          </li>
        ))}
      </Stack>
    </Part>
  );
}
