import type { Status } from '@desk/contract/conversations';
import { sentence, type Sentence } from '../../platform/words/sentence.logic.ts';

/** The name of a status as it appears within a sentence. */
export const statusWords: Readonly<Record<Status, Sentence>> = {
  open: sentence`open`,
  pending: sentence`pending`,
  snoozed: sentence`snoozed`,
  resolved: sentence`resolved`,
  spam: sentence`spam`,
};
