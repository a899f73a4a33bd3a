import { channels } from '@desk/contract/conversations';
import { Radio, Select, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { useWords } from '../../ui/i18n/words.ts';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { Part } from '../settings-page.tsx';
import { useDraft } from './draft-form.ts';
import { NumberField } from './fields.tsx';
import { organizationWords } from './organization-words.ts';

const ThresholdFlips = lazyPart(async () => (await import('../thresholds/threshold-flips.tsx')).ThresholdFlips);

/** What the AI may do on each channel while automatic replies are on. */
export function ReplyModePart() {
  const t = useWords(organizationWords);
  const form = useDraft();
  return (
    <Part title={t('mode')} hint={t('modeHint')}>
      <Stack>
        <Radio.Group aria-label={t('mode')} {...form.getInputProps('auto_respond_mode')}>
          <Stack gap="xs">
            <Radio value="auto" label={t('mode_auto')} description={t('mode_autoHint')} />
            <Radio value="draft" label={t('mode_draft')} description={t('mode_draftHint')} />
          </Stack>
        </Radio.Group>
        {channels.map((channel) => (
          <Select
            key={channel}
            label={t('onChannel', { channel: t(channel) })}
            data={(['inherit', 'draft', 'off'] as const).map((value) => ({ value, label: t(`terms_${value}`) }))}
            allowDeselect={false}
            maw={420}
            {...form.getInputProps(`channels.${channel}.auto_respond`)}
          />
        ))}
      </Stack>
    </Part>
  );
}

/** The confidence above which the AI answers, and the one below which it hands over. */
export function ConfidencePart() {
  const t = useWords(organizationWords);
  const { thresholds } = useDraft().values;
  const { answer, clarify } = thresholds;
  const share = (value: number) => Math.round(value * 100);
  return (
    <Part title={t('confidence')} hint={t('confidenceHint', { answer: share(answer), clarify: share(clarify) })}>
      <Stack>
        <NumberField
          path="thresholds.answer"
          label={t('answer')}
          hint={t('answerHint')}
          min={0}
          max={100}
          times={100}
          unit="%"
        />
        <NumberField
          path="thresholds.clarify"
          label={t('clarify')}
          hint={t('clarifyHint')}
          min={0}
          max={100}
          times={100}
          unit="%"
        />
        <Suspense>
          <ThresholdFlips chosen={thresholds} />
        </Suspense>
        <NumberField
          path="max_clarifications"
          label={t('maxClarifications')}
          hint={t('maxClarificationsHint')}
          min={0}
          max={10}
        />
        <NumberField path="max_ai_turns" label={t('maxTurns')} hint={t('maxTurnsHint')} min={1} max={100} />
        <NumberField
          path="turn_deadline_seconds"
          label={t('deadline')}
          hint={t('deadlineHint')}
          min={5}
          max={600}
          unit={t('secondsUnit')}
        />
        {channels.map((channel) => (
          <NumberField
            key={channel}
            path={`debounce_milliseconds.${channel}`}
            label={t('debounce', { channel: t(channel) })}
            hint={channel === 'chatdesk' ? t('debounceHint') : ''}
            min={0}
            max={60_000}
            unit="ms"
          />
        ))}
      </Stack>
    </Part>
  );
}
