import { useStanding } from '../../ui/data/use-standing.ts';
import { draftKey, type Kept } from './kept-drafts.ts';

/** The storage keys of the signed-in person's unsent texts in a conversation. */
export function useDraftKeys(conversationId: string): (kept: Kept) => string {
  const standing = useStanding();
  const organizationId = standing.kind === 'in' ? (standing.membership?.organization.id ?? '') : '';
  const userId = standing.kind === 'in' ? standing.me.id : '';
  return (kept) => draftKey({ organizationId, userId }, conversationId, kept);
}
