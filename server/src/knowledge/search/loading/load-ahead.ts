import { errorCode } from '../../../platform/database/database.ts';
import type { Desk } from '../../../platform/desk.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import { languageOfMessage } from '../../../platform/text/message-language.ts';
import { hasRoomAhead } from './index-cache.ts';
import { withKnowledge } from './live-knowledge.ts';

/** How long the work waits for answers before it goes on beside them. */
const mostWaitMilliseconds = 2_000;

/**
 * Loads what the first questions of a process would have to wait for: the profiles of languages, and the indexes of these
 * organizations, in this order, until half of the memory for indexes is used. Others may ask meanwhile: an index loads in steps.
 * Never throws: what is not loaded here, the first question loads.
 */
export async function loadAhead(
  desk: Desk,
  organizations: () => Promise<readonly OrganizationScope[]>,
  stopped: AbortSignal,
): Promise<void> {
  try {
    await desk.jobs.foregroundIdle(mostWaitMilliseconds);
    const scopes = await organizations();
    // The profiles take 40 MB, which a desk without organizations saves.
    if (scopes.length > 0) await languageOfMessage('How long does it take until my order arrives?');
    for (const scope of scopes) {
      await desk.jobs.foregroundIdle(mostWaitMilliseconds);
      if (stopped.aborted || !hasRoomAhead(desk)) return;
      // With the postings of words, which are made when they are first needed.
      await withKnowledge(desk, scope, async ({ index }) => index.ofWords());
    }
  } catch (error) {
    if (!stopped.aborted) desk.log.warn({ code: errorCode(error) }, 'could not load the knowledge ahead of questions');
  }
}
