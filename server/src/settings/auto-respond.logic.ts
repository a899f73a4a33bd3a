import type { Channel } from '@desk/contract/conversations';
import type { Settings } from '@desk/contract/settings';

/** Whether an answer is sent, kept for approval, or not drafted at all. */
export type AutoRespond = 'auto' | 'draft' | 'off';

/** The organization's switch and mode, unless the channel is stricter: a channel can restrict, never add. */
export function effectiveAutoRespond(settings: Settings, channel: Channel): AutoRespond {
  if (!settings.auto_respond_enabled) return 'off';
  const terms = settings.channels[channel].auto_respond;
  return terms === 'inherit' ? settings.auto_respond_mode : terms;
}
