import './trace.css';
import type { Decision } from '@desk/contract/decisions';
import { Timeline } from '@mantine/core';
import { languageName } from '../ui/i18n/format.ts';
import { useWords } from '../ui/i18n/words.ts';
import { CopyValue } from '../ui/show/copy-value.tsx';
import { traceWords } from './trace-words.ts';
import { LookupList } from './lookup-list.tsx';
import { PassageList } from './passage-list.tsx';
import { RuleList } from './rule-list.tsx';
import { brokenOnTheWay, isEngine, lookedForPassages, matchedRule, totalMilliseconds } from './trace.logic.ts';

/** The recorded steps that led to the decision. */
export function TraceSteps({ decision }: { decision: Decision }) {
  const t = useWords(traceWords);
  const { evidence, lookups, answer, warnings, rules, destination, outcome, handover } = decision;
  const matched = matchedRule(decision);
  // Echoes and the like end before any rule is evaluated: an empty list would suggest that no rule matched.
  const ended =
    outcome === 'suppress' && evidence.length === 0 && rules.every(({ result }) => result === 'not_reached');
  const steps = [
    { title: t('classified'), body: <Signals decision={decision} /> },
    lookedForPassages(decision) && {
      title: t('retrieved', { count: evidence.length }),
      body: <PassageList decision={decision} />,
    },
    lookups.length > 0 && { title: t('lookups', { count: lookups.length }), body: <LookupList lookups={lookups} /> },
    answer && { title: t('written'), body: <Written decision={decision} /> },
    warnings.length > 0 && { title: t('checks'), body: <Warnings decision={decision} /> },
    !ended && {
      title: matched ? t('ruleMatched', { name: matched.name }) : t('noRuleMatched', { count: rules.length }),
      body: <RuleList rules={rules} />,
    },
    {
      title: destination ? t('sentTo', { name: destination.name }) : t(`outcome_${outcome}`),
      body: <Way decision={decision} />,
    },
  ].filter((step) => step !== null && step !== false);
  return (
    <div className="trace">
      <Timeline active={steps.length} bulletSize={16} lineWidth={2} className="trace-steps">
        {steps.map(({ title, body }) => (
          <Timeline.Item key={title} title={title}>
            <div className="trace-body">{body}</div>
          </Timeline.Item>
        ))}
      </Timeline>
      {handover?.note && (
        <details>
          <summary>{t('noteForPeople')}</summary>
          <p className="trace-note">{handover.note}</p>
        </details>
      )}
      <p className="trace-foot">
        {t('tookAll', { ms: totalMilliseconds(decision.timings_ms) })}{' '}
        <CopyValue value={JSON.stringify(decision, null, 2)} shown={t('copyJson')} />
      </p>
    </div>
  );
}

function Signals({ decision: { signals, carried_over } }: { decision: Decision }) {
  const t = useWords(traceWords);
  const words = [
    signals.tags.length > 0 ? signals.tags.map(({ name }) => name).join(', ') : t('noTags'),
    signals.language && languageName(signals.language),
    t(`sentiment_${signals.sentiment}`),
    signals.asks_for_human && t('asksHuman'),
    signals.human_only && t(`humanOnly_${signals.human_only}`),
  ].filter(Boolean);
  return (
    <>
      {words.join(' · ')}
      {carried_over && <p className="trace-note">{t('carriedOver', { question: carried_over })}</p>}
    </>
  );
}

/** Translates the warnings of known kinds; shows the others as they are recorded. */
function Warnings({ decision }: { decision: Decision }) {
  const t = useWords(traceWords);
  const broken = brokenOnTheWay(decision);
  if (broken.length !== decision.warnings.length) return decision.warnings.join(' · ');
  return broken.map(({ name, result }) => t('brokenDestination', { name, state: t(`step_${result}`) })).join(' · ');
}

function Written({ decision: { answer, outcome } }: { decision: Decision }) {
  const t = useWords(traceWords);
  if (!answer) return null;
  const unsent = outcome === 'escalate' || outcome === 'suppress';
  return (
    <>
      {t(isEngine(answer.engine) ? `engine_${answer.engine}` : 'writtenBy', { engine: answer.engine })}
      {unsent && (
        <details>
          <summary>{t('draftedAnswer')}</summary>
          <p className="trace-note">{answer.text}</p>
        </details>
      )}
    </>
  );
}

/** The destinations that were skipped, and why. */
function Way({ decision: { destination } }: { decision: Decision }) {
  const t = useWords(traceWords);
  if (!destination || destination.path.length < 2) return null;
  return (
    <ol className="trace-list" aria-label={t('path')}>
      {destination.path.map(({ id, name, result }) => (
        <li key={id}>
          {name}: {t(`step_${result}`)}
        </li>
      ))}
    </ol>
  );
}
