import { channels } from '@desk/contract/conversations';
import type { SimulationRequest } from '@desk/contract/simulation';

/** The values of the simulator's form. An empty value means the saved setting, or no statement. */
export interface SimulatorValues {
  messages: string[];
  channel: string;
  email: string;
  externalId: string;
  verified: boolean;
  language: string;
  asOf: string;
  autoRespond: 'saved' | 'on' | 'off';
  answer: number | string;
  clarify: number | string;
}

export const startValues: SimulatorValues = {
  messages: [''],
  channel: 'email',
  email: '',
  externalId: '',
  verified: false,
  language: '',
  asOf: '',
  autoRespond: 'saved',
  answer: '',
  clarify: '',
};

/** The simulation request. Within a real conversation, its channel, customer and history replace those of the form. */
export function requestOf(values: SimulatorValues, beginning: Partial<SimulationRequest> | null): SimulationRequest {
  const messages = values.messages.map((each) => each.trim()).filter((each) => each !== '');
  const settings = settingsOf(values);
  const language = values.language.trim();
  return {
    ...(messages.length > 1 ? { messages } : { message: messages[0] ?? '' }),
    ...(beginning ?? whoAndWhere(values)),
    ...(language ? { language } : {}),
    ...(values.asOf ? { as_of: new Date(values.asOf).toISOString() } : {}),
    ...(settings ? { overlay: { settings } } : {}),
  };
}

/** The thresholds of a counterfactual, if it changes both. */
export function thresholdsOf(overlay: unknown): { answer: number; clarify: number } | null {
  const { thresholds } = (overlay as SimulationRequest['overlay'])?.settings ?? {};
  const { answer, clarify } = thresholds ?? {};
  return typeof answer === 'number' && typeof clarify === 'number' ? { answer, clarify } : null;
}

/**
 * A needed threshold with at most four decimals, on the same side of the confidence as the exact one: rounded to the nearest, it might
 * not suffice.
 */
export function sufficient(threshold: number, confidence: number): number {
  // Binary fractions leave a remainder that would round a number of four decimals up.
  const scaled = Number((threshold * 1e4).toFixed(6));
  return (threshold > confidence ? Math.ceil(scaled) : Math.floor(scaled)) / 1e4;
}

function whoAndWhere({ channel, email, externalId, verified }: SimulatorValues): Partial<SimulationRequest> {
  return {
    channel: channels.find((each) => each === channel) ?? 'email',
    customer: {
      verified,
      ...(email.trim() ? { email: email.trim() } : {}),
      ...(externalId.trim() ? { external_id: externalId.trim() } : {}),
    },
  };
}

function settingsOf({ autoRespond, answer, clarify }: SimulatorValues) {
  const thresholds = {
    ...(typeof answer === 'number' ? { answer } : {}),
    ...(typeof clarify === 'number' ? { clarify } : {}),
  };
  const settings = {
    ...(autoRespond === 'saved' ? {} : { auto_respond_enabled: autoRespond === 'on' }),
    ...(Object.keys(thresholds).length > 0 ? { thresholds } : {}),
  };
  return Object.keys(settings).length > 0 ? settings : null;
}
