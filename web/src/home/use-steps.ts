import { readKnowledgeAnalysis } from '@desk/contract/analysis';
import { getChatdeskStatus, getInboundConfig, getTicketdeskStatus } from '@desk/contract/channels';
import { listPlayground } from '@desk/contract/playground';
import { listRules } from '@desk/contract/routing';
import { listRuns } from '@desk/contract/runs';
import { readSettings } from '@desk/contract/settings';
import type { ApiError } from '../api/api-error.ts';
import { useLoaded } from '../ui/data/use-loaded.ts';

export const stepNames = ['knowledge', 'ask', 'channel', 'rules', 'validate', 'reply'] as const;
export type StepName = (typeof stepNames)[number];

export interface Step {
  name: StepName;
  to: string;
  /** True if only admins can do it. */
  adminOnly: boolean;
  /** The desk's own count; the step is done at one. Undefined while it is loading. */
  count: number | undefined;
  error: ApiError | null;
  again: () => void;
}

interface Read<T> {
  data: T | undefined;
  error: ApiError | null;
  refetch: () => unknown;
}

/** The steps with the desk's own data about each: nobody ticks them by hand. */
export function useSteps(): Step[] {
  const analysis = useLoaded(readKnowledgeAnalysis, { query: {} }, { live: ['document.updated'] });
  const playground = useLoaded(listPlayground, { query: { limit: 50 } });
  const rules = useLoaded(listRules, { query: { limit: 200 } }, { live: ['settings.updated'] });
  const runs = useLoaded(listRuns, { query: { limit: 50 } }, { live: ['run.updated'] });
  const settings = useLoaded(readSettings, {}, { live: ['settings.updated'] });
  const channels = useChannels();
  return [
    { ...counted(analysis, ({ totals }) => totals.retrievable), name: 'knowledge', to: '/knowledge', adminOnly: true },
    {
      ...counted(playground, ({ items }) => withMessages(items)),
      name: 'ask',
      to: '/validation/playground',
      adminOnly: false,
    },
    { ...channels, name: 'channel', to: '/channels', adminOnly: true },
    { ...counted(rules, ({ items }) => items.length), name: 'rules', to: '/routing/rules', adminOnly: true },
    { ...counted(runs, ({ items }) => passed(items)), name: 'validate', to: '/validation/suite', adminOnly: true },
    {
      ...counted(settings, (kept) => Number(kept.auto_respond_enabled)),
      name: 'reply',
      to: '/settings',
      adminOnly: true,
    },
  ];
}

type Progress = Pick<Step, 'count' | 'error' | 'again'>;

const withMessages = (items: readonly { message_count: number }[]) =>
  items.filter((each) => each.message_count > 0).length;
const passed = (items: readonly { verdict: string | null }[]) =>
  items.filter((each) => each.verdict === 'passed').length;

const counted = <T>({ data, error, refetch }: Read<T>, count: (data: T) => number): Progress => ({
  count: data === undefined ? undefined : count(data),
  error,
  again: () => void refetch(),
});

/** How many channels can receive: an address of a verified domain that got mail, or a helpdesk that is ready. */
function useChannels(): Progress {
  const live = { live: ['integration.updated'] };
  const chatdesk = useLoaded(getChatdeskStatus, {}, live);
  const ticketdesk = useLoaded(getTicketdeskStatus, {}, live);
  const mail = useLoaded(getInboundConfig, { query: {} }, live);
  const reads = [chatdesk, ticketdesk, mail];
  const again = () => reads.forEach(({ error, refetch }) => error && void refetch());
  const error = reads.find((each) => each.error)?.error ?? null;
  if (!chatdesk.data || !ticketdesk.data || !mail.data) return { count: undefined, error, again };
  const receives = [
    chatdesk.data.status === 'ready',
    ticketdesk.data.status === 'ready',
    mail.data.addresses.some((each) => each.verified && each.last_received_at !== null),
  ];
  return { count: receives.filter(Boolean).length, error, again };
}
