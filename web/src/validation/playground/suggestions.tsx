import { listChunks, listDocuments } from '@desk/contract/knowledge';
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { validationWords } from '../validation-words.ts';
import { questionOf } from './question.logic.ts';

interface SuggestionsProps {
  isAsking: boolean;
  onAsk: (question: string) => void;
}

/** Questions to begin with, taken from the documents. Without documents it explains that nothing can be answered. */
export function Suggestions({ isAsking, onAsk }: SuggestionsProps) {
  const t = useWords(validationWords);
  const documents = useLoaded(listDocuments, { query: { retrievable: true, audience: 'customers', limit: 3 } }).data
    ?.items;
  if (!documents) return null;
  if (documents.length === 0) {
    return (
      <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={t('nothingToAnswer')}>
        <Anchor component={Link} to="/knowledge" size="sm" c="inherit" underline="always">
          {t('addKnowledge')}
        </Anchor>
      </Alert>
    );
  }
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('suggested')}
      </Text>
      {documents.map(({ id, title }) => (
        <Suggestion key={id} documentId={id} title={title} isAsking={isAsking} onAsk={onAsk} />
      ))}
    </Stack>
  );
}

interface SuggestionProps extends SuggestionsProps {
  documentId: string;
  title: string;
}

function Suggestion({ documentId, title, isAsking, onAsk }: SuggestionProps) {
  const chunks = useLoaded(listChunks, { params: { id: documentId }, query: { limit: 20 } }).data?.items;
  const question = questionOf(title, chunks ?? []);
  return (
    <Button
      variant="default"
      w="fit-content"
      maw="100%"
      disabled={isAsking}
      styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
      onClick={() => onAsk(question)}
    >
      {question}
    </Button>
  );
}
