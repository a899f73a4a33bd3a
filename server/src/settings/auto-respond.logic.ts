import type { Channel } from '@desk/contract/conversations';
import type { Settings } from '@desk/contract/settings';

/** What becomes of an answer: sent, kept for approval, or not even drafted. */
export type AutoRespond = 'auto' | 'draft' | 'off';

/** The organization's switch and mode, as far as the channel is not stricter: it can take away, never add. */
export function effectiveAutoRespond(settings: Settings, channel: Channel): AutoRespond {
  if (!settings.auto_respond_enabled) return 'off';
  const terms = settings.channels[channel].auto_respond;
  return terms === 'inherit' ? settings.auto_respond_mode : terms;
}
