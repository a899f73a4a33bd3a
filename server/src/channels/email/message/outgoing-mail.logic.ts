/** Who writes the mail: this decides which headers describe it to other machines. */
export type Voice = 'machine_answering' | 'machine_telling' | 'person';

/**
 * Headers that keep two machines from talking to each other (RFC 3834 and what mail programs honour). `loopMark` names
 * this installation: we refuse our own mail when it comes back.
 */
export function loopPreventionHeaders(voice: Voice, loopMark: string): Record<string, string> {
  const marked = { 'X-Loop': loopMark };
  if (voice === 'person') return marked;
  const autoSubmitted = voice === 'machine_answering' ? 'auto-replied' : 'auto-generated';
  return { ...marked, 'Auto-Submitted': autoSubmitted, 'X-Auto-Response-Suppress': 'OOF, AutoReply' };
}

/** The Message-ID for a dedupe key, without brackets: a repeat carries the same one, so most servers collapse it. */
export const messageIdOf = (key: string, from: string): string =>
  `${key.toLowerCase().replace(/[^a-z0-9_-]/g, '.')}@${domainOf(from)}`;

/** `Name <local@domain>` or `local@domain` → domain. */
export const domainOf = (address: string): string =>
  /@([a-z0-9.-]+)>?\s*$/i.exec(address)?.[1]?.toLowerCase() ?? 'localhost';

export const replySubject = (subject: string | null): string => {
  const bare = (subject ?? '').replace(/[\r\n]+/g, ' ').trim();
  if (bare === '') return 'Re: your message';
  return /^(re|aw|sv|vs|antw)\s*:/i.test(bare) ? bare : `Re: ${bare}`;
};

const longestTrail = 20;

/** The parent's References and the parent (RFC 5322 §3.6.4); a very long trail keeps its first and its newest ids. */
export function referencesOf(parent: { messageId: string; ancestors: readonly string[] } | null): string[] {
  if (!parent) return [];
  const trail = [...parent.ancestors.filter((id) => id !== parent.messageId), parent.messageId];
  return trail.length <= longestTrail ? trail : [trail[0] ?? '', ...trail.slice(1 - longestTrail)];
}
