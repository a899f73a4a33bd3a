import type { Settings, SettingsMembers, UpdateSettings } from '@desk/contract/settings';
import { mergePatch } from '../platform/http/merge-patch.logic.ts';
import type { FieldError } from '../platform/http/field-error.logic.ts';
import { sentence } from '../platform/words/sentence.logic.ts';

/** The settings of organizations that have changed nothing. Texts are English, like `default_language`. */
export const defaults: SettingsMembers = {
  auto_respond_enabled: false,
  auto_respond_mode: 'auto',
  channels: {
    chatdesk: { auto_respond: 'inherit' },
    ticketdesk: { auto_respond: 'inherit' },
    email: { auto_respond: 'inherit' },
  },
  thresholds: { answer: 0.7, clarify: 0.45 },
  max_ai_turns: 6,
  max_clarifications: 2,
  turn_deadline_seconds: 90,
  debounce_milliseconds: { chatdesk: 3000, ticketdesk: 0, email: 0 },
  default_language: 'en',
  allowed_languages: [],
  timezone: 'UTC',
  business_hours: [],
  holidays: [],
  handover_message: 'Thank you for your message. I am passing it on to a colleague, who will reply to you here.',
  out_of_hours_message:
    'Thank you for your message. Our team is not in at the moment. A colleague will reply to you here as soon as we are back.',
  disclosure: {
    enabled: true,
    text: 'This reply was written by an automated assistant. Just ask if you would rather talk to a person.',
  },
  persona: { name: 'Assistant', signature: '' },
  citations: { show_to_customer: true, max: 3 },
  default_destination_id: null,
  reopen_window_hours: { chatdesk: 24, ticketdesk: 168, email: 168 },
  inactivity: { policy: 'wait', hours: 72 },
  retention_days: { messages: null, decisions: null, playground: 90 },
  publish_gate: { enabled: false, max_regressions: 0, min_score: 0.9 },
};

/** The version of settings that were never changed. */
export const firstVersion = 1;

export interface StoredSettings {
  /** Merge patches leave only what differs from the defaults: null in a patch gives a setting its default back. */
  doc: UpdateSettings;
  version: number;
}

export const settingsFrom = (stored: StoredSettings): Settings => ({
  ...mergePatch(defaults, stored.doc),
  version: stored.version,
});

/** Checks that a schema cannot express: that settings fit together, and that the time zone exists. */
export function invalidSettings(settings: SettingsMembers): FieldError[] {
  const { thresholds, timezone, business_hours } = settings;
  const complaints: FieldError[] = [];
  if (thresholds.clarify > thresholds.answer) {
    complaints.push({ path: '/thresholds/clarify', message: sentence`must not be above the threshold for answers` });
  }
  if (!isTimeZone(timezone))
    complaints.push({ path: '/timezone', message: sentence`must be an IANA time zone, such as Europe/Lisbon` });
  business_hours.forEach(({ from, to }, index) => {
    if (from === to)
      complaints.push({ path: `/business_hours/${index}/to`, message: sentence`must differ from the beginning` });
  });
  return complaints;
}

// Refuse offsets such as +02:00: Intl accepts them, but they have no daylight saving time.
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
