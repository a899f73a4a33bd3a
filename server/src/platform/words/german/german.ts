import { accessInGerman } from './access.ts';
import { channelsInGerman } from './channels.ts';
import { checksInGerman } from './checks.ts';
import { connectorsInGerman } from './connectors.ts';
import { conversationsInGerman } from './conversations.ts';
import { findingsInGerman } from './findings.ts';
import { knowledgeInGerman } from './knowledge.ts';
import { lettersInGerman } from './letters.ts';
import { platformInGerman } from './platform.ts';
import { routingInGerman } from './routing.ts';
import { validationInGerman } from './validation.ts';
import { webhooksInGerman } from './webhooks.ts';

/** The German text of every `sentence` in the source, by its template. A test fails if one is missing. */
export const german: Readonly<Record<string, string>> = {
  ...accessInGerman,
  ...channelsInGerman,
  ...checksInGerman,
  ...connectorsInGerman,
  ...conversationsInGerman,
  ...findingsInGerman,
  ...knowledgeInGerman,
  ...lettersInGerman,
  ...platformInGerman,
  ...routingInGerman,
  ...validationInGerman,
  ...webhooksInGerman,
};
