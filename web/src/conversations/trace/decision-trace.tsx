import { listDecisions } from '@desk/contract/conversations';
import { Group, Select, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { momentTime } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import type { Thread } from '../thread/use-conversation.ts';
import { traceWords } from '../../trace/trace-words.ts';
import { latestDecision } from '../../trace/trace.logic.ts';
import { TraceSteps } from '../../trace/trace-steps.tsx';
import { Verdict } from '../../trace/verdict.tsx';

const SaveAsCase = lazyPart(async () => (await import('../../suite/save-as-case.tsx')).SaveAsCase);

/** “Why did it say that?”: the verdict in one line, and every step that led to it. */
export function DecisionTrace({ thread }: { thread: Thread }) {
  const t = useWords(traceWords);
  const [chosen, choose] = useState<string | null>(null);
  const decisions = useLoaded(
    listDecisions,
    { params: { id: thread.id }, query: { limit: 50 } },
    { live: ['conversation.updated'], liveId: thread.id },
  );
  // The conversation contains the newest decision: show it before the list of all has arrived.
  const newest = thread.last_decision;
  const all = decisions.data?.items ?? (newest ? [newest] : []);
  const shown = all.find(({ id }) => id === chosen) ?? latestDecision(all);
  // Until the list is read, a second question of the customer keeps the place of the field to choose a turn.
  const asked = thread.messages.filter(({ kind }) => kind === 'customer').length;
  const severalTurns = (decisions.data === undefined ? asked : all.length) > 1;
  if (!shown && decisions.data === undefined) return <Loaded query={decisions}>{() => null}</Loaded>;
  if (!shown) return <NoDecision thread={thread} />;
  return (
    <div className="trace">
      {severalTurns && (
        <Select
          size="xs"
          mb="sm"
          aria-label={t('turn')}
          allowDeselect={false}
          value={shown.id}
          onChange={choose}
          data={all.map(({ id, created_at: at, outcome }) => ({
            value: id,
            label: t('turnAt', { time: momentTime(at), outcome: t(`outcome_${outcome}`) }),
          }))}
        />
      )}
      <Verdict decision={shown}>
        {(shown.disposition === 'superseded' || (shown.disposition === 'stopped' && shown.outcome === 'suppress')) && (
          <Text size="sm" c="dimmed">
            {t(shown.disposition)}
          </Text>
        )}
      </Verdict>
      <TraceSteps decision={shown} />
      <Group gap="md" mt="xs" mih={26}>
        <Link to="/validation/simulate" search={{ conversation: thread.id }} className="trace-link">
          {t('rerun')}
        </Link>
        <Suspense fallback={null}>
          {/* A decision about our own echo has no question. */}
          {shown.message_ids.length > 0 && <SaveAsCase key={shown.id} from={{ from_decision_id: shown.id }} />}
        </Suspense>
      </Group>
    </div>
  );
}

function NoDecision({ thread }: { thread: Thread }) {
  const t = useWords(traceWords);
  return (
    <div className="trace">
      <Title order={2} size="h4">
        {t('none')}
      </Title>
      <Text size="sm" c="dimmed" mt="xs">
        {t(thread.owner === 'ai' ? 'noneQueued' : 'noneHuman')}
      </Text>
    </div>
  );
}
