import { channelSection } from './channels/channels.section.ts';
import { connectorSection } from './connectors/connectors.section.ts';
import { inboxSection } from './conversations/conversations.section.ts';
import { knowledgeSection } from './knowledge/knowledge.section.ts';
import { reportSection } from './reports/reports.section.ts';
import { routingSection } from './routing/routing.section.ts';
import { settingsSection } from './settings/settings.section.ts';
import { validationSection } from './validation/validation.section.ts';
import { Shell } from './shell/shell.tsx';
import { askAtGate } from './suite/ask-at-gate.ts';
import { answerRefusals } from './ui/data/refusals.ts';
import type { Section } from './ui/page/page-definition.ts';

/** The sections in the order of the navigation, for signed-in people. Loaded in parallel with the first page. */
const sections: readonly Section[] = [
  inboxSection,
  knowledgeSection,
  validationSection,
  routingSection,
  connectorSection,
  channelSection,
  reportSection,
  settingsSection,
];

answerRefusals({ gate_failed: askAtGate });

export function Desk() {
  return <Shell sections={sections} />;
}
