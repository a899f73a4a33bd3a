import type { Handover } from '@desk/contract/conversations';
import { IconArrowBackUp, IconUserShare } from '@tabler/icons-react';
import { useWords } from '../../ui/i18n/words.ts';
import { Time } from '../../ui/show/time.tsx';
import { inboxWords } from '../words/inbox-words.ts';
import { reasonWords } from '../../terms/reason-words.ts';

/** A handover at its place in the thread: the new owner, the reason, and the message to the customer. */
export function HandoverCard({ handover }: { handover: Handover }) {
  const t = useWords(inboxWords);
  const reason = useWords(reasonWords);
  const { direction, destination, actor, message_sent: notice, note, delivery } = handover;
  const toHuman = direction === 'to_human';
  const title = destination ? t('toHumanAt', { destination: destination.name }) : t('toHuman');
  return (
    <article className="handover" data-direction={direction}>
      {toHuman ? <IconUserShare size={18} aria-hidden /> : <IconArrowBackUp size={18} aria-hidden />}
      <div className="handover-words">
        <h2>{toHuman ? title : t('toAi')}</h2>
        <p>
          {reason(handover.reason)}
          {actor.name && ` · ${t('by', { name: actor.name })}`} · <Time at={handover.created_at} />
        </p>
        {delivery === 'failed' || delivery === 'fallback_used' ? <p role="alert">{t(`handover_${delivery}`)}</p> : null}
        {note && (
          <details>
            <summary>{t('handoverNote')}</summary>
            <p className="handover-note" dir="auto">
              {note}
            </p>
            {notice && (
              <p className="handover-note" dir="auto">
                {t('told', { text: notice })}
              </p>
            )}
          </details>
        )}
      </div>
    </article>
  );
}
