import {
  createLearnedQuestion,
  deleteLearnedQuestion,
  listDocumentQuestions,
  updateLearnedQuestion,
  type LearnedQuestion,
} from '@desk/contract/learned-questions';
import { ActionIcon, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { Loaded } from '../ui/data/loaded.tsx';
import { useLoadedList } from '../ui/data/use-loaded.ts';
import { useSave } from '../ui/data/use-save.tsx';
import { bindProblem } from '../ui/form/bind-problem.ts';
import { useWords } from '../ui/i18n/words.ts';
import { confirm } from '../ui/show/confirm.tsx';
import { LoadMore } from '../ui/show/load-more.tsx';
import { Needs } from '../ui/states/forbidden.tsx';
import { knowledgeWords } from './knowledge-words.ts';

const refresh = ['listDocumentQuestions'];

/** The questions that people added to a document, and those that the desk suggests for review. */
export function Questions({ documentId }: { documentId: string }) {
  const t = useWords(knowledgeWords);
  const questions = useLoadedList(listDocumentQuestions, { params: { id: documentId }, query: {} });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('questionsHint')}
      </Text>
      <Teach documentId={documentId} />
      <Loaded
        query={questions}
        empty={{ when: (rows) => rows.length === 0, show: <Text c="dimmed">{t('noQuestions')}</Text> }}
      >
        {(rows) => (
          <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {rows
              .filter(({ state }) => state !== 'rejected')
              .map((question) => (
                <Question key={question.id} question={question} />
              ))}
          </Stack>
        )}
      </Loaded>
      <LoadMore query={questions} />
    </Stack>
  );
}

function Teach({ documentId }: { documentId: string }) {
  const t = useWords(knowledgeWords);
  const form = useForm({ initialValues: { text: '' } });
  const save = useSave(createLearnedQuestion, {
    refresh,
    done: t('saved'),
    shows: (error) => bindProblem(error, form),
    saved: () => form.reset(),
  });
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <form onSubmit={form.onSubmit((body) => save.mutate({ params: { id: documentId }, body }))}>
          <Group align="end">
            <TextInput
              style={{ flex: 1 }}
              label={t('newQuestion')}
              maxLength={300}
              required
              disabled={disabled}
              {...form.getInputProps('text')}
            />
            <Button type="submit" loading={save.isPending} disabled={disabled}>
              {t('teach')}
            </Button>
          </Group>
        </form>
      )}
    </Needs>
  );
}

function Question({ question }: { question: LearnedQuestion }) {
  const t = useWords(knowledgeWords);
  const update = useSave(updateLearnedQuestion, { refresh, done: t('saved') });
  const remove = useSave(deleteLearnedQuestion, { refresh, done: t('deleted') });
  const params = { id: question.document.id, question_id: question.id };
  const ask = async () => {
    const { text } = question;
    const words = { title: t('deleteQuestion', { text }), text: t('deleteQuestionText'), confirm: t('delete') };
    if (await confirm({ ...words, dangerous: true })) remove.mutate({ params });
  };
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Text size="sm">{question.text}</Text>
      <Needs role="workspace_admin">
        {(disabled) =>
          question.state === 'suggested' ? (
            <Group gap="xs" wrap="nowrap">
              <Badge variant="light">{t('suggested')}</Badge>
              <Button
                size="compact-sm"
                disabled={disabled}
                onClick={() => update.mutate({ params, body: { state: 'accepted' } })}
              >
                {t('accept')}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                disabled={disabled}
                onClick={() => update.mutate({ params, body: { state: 'rejected' } })}
              >
                {t('reject')}
              </Button>
            </Group>
          ) : (
            <ActionIcon
              variant="subtle"
              aria-label={`${t('delete')}: ${question.text}`}
              disabled={disabled}
              loading={remove.isPending}
              onClick={() => void ask()}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )
        }
      </Needs>
    </Group>
  );
}
