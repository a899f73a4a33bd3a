import { getDecision } from '@desk/contract/conversations';
import { Anchor, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { TraceSteps } from '../../trace/trace-steps.tsx';
import { Verdict } from '../../trace/verdict.tsx';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { logWords } from './log-words.ts';

/** Shows why a message without a conversation got no reply: its recorded decision. */
export function WhyStopped({ decisionId, label }: { decisionId: string; label?: string }) {
  const t = useWords(logWords);
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Anchor component="button" type="button" size="sm" onClick={open}>
        {label ?? t('why')}
      </Anchor>
      <Modal
        opened={opened}
        onClose={close}
        title={t('whyTitle')}
        size="lg"
        closeButtonProps={{ 'aria-label': kitWords('close') }}
      >
        {opened && <Shown id={decisionId} />}
      </Modal>
    </>
  );
}

function Shown({ id }: { id: string }) {
  const decision = useLoaded(getDecision, { params: { id } });
  return (
    <Loaded query={decision}>
      {(shown) => (
        <div className="trace">
          <Verdict decision={shown} />
          <TraceSteps decision={shown} />
        </div>
      )}
    </Loaded>
  );
}
