import type { Settings } from '@desk/contract/settings';
import { Fields } from '../../ui/form/fields-for.tsx';
import { useUnsavedGuard } from '../../ui/form/unsaved.ts';
import { ConversationsPart, PublishGatePart, RetentionPart } from './desk-part.tsx';
import { DraftProvider, useEditing } from './draft-form.ts';
import { HolidaysPart } from './holidays-part.tsx';
import { CitationsPart, LanguagesPart, MessagesPart } from './messages-part.tsx';
import { ConfidencePart, ReplyModePart } from './replies-part.tsx';
import { SaveBar } from './save-bar.tsx';
import { HoursPart } from './time-part.tsx';

/** All settings that are saved together. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const { form, ...editing } = useEditing(settings);
  useUnsavedGuard(editing.mine.length > 0);
  return (
    <DraftProvider form={form}>
      <Fields role="org_admin">
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
      </Fields>
      <SaveBar {...editing} />
    </DraftProvider>
  );
}
