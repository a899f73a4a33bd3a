import type { Settings } from '@desk/contract/settings';
import { useUnsavedGuard } from '../../ui/form/unsaved.ts';
import { useMay } from '../../ui/states/forbidden.tsx';
import { ConversationsPart, PublishGatePart, RetentionPart } from './desk-part.tsx';
import { DraftProvider, useEditing } from './draft-form.ts';
import { HolidaysPart } from './holidays-part.tsx';
import { CitationsPart, LanguagesPart, MessagesPart } from './messages-part.tsx';
import { ConfidencePart, ReplyModePart } from './replies-part.tsx';
import { SaveBar } from './save-bar.tsx';
import { HoursPart } from './time-part.tsx';

/** All settings that are saved together. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const may = useMay('org_admin');
  const { form, ...editing } = useEditing(settings);
  useUnsavedGuard(editing.mine.length > 0);
  return (
    <DraftProvider form={form}>
      <fieldset className="settings-fields" disabled={!may}>
        <ReplyModePart />
        <ConfidencePart />
        <LanguagesPart />
        <HoursPart />
        <HolidaysPart />
        <MessagesPart />
        <CitationsPart />
        <ConversationsPart />
        <RetentionPart />
        <PublishGatePart />
      </fieldset>
      <SaveBar {...editing} />
    </DraftProvider>
  );
}
