import { decideBeforeAnswer, decideWithAnswer } from '../src/routing/decision/decision.logic.ts';
import type { AnswerFacts, Facts, DecisionLimits } from '../src/routing/policy/facts.logic.ts';
import type { Policy, PolicyDestination, PolicyRule, PolicyTag } from '../src/routing/policy/policy.logic.ts';
import { matchesPattern } from '../src/routing/policy/pattern.ts';
import type { Ruling } from '../src/routing/decision/ruling.logic.ts';

/** Builders for the decision core: an ordinary, answerable message under an empty policy, with overrides. */
export const aDestination = (id: string, more: Partial<PolicyDestination> = {}): PolicyDestination => ({
  id,
  name: id,
  kind: 'queue',
  target: null,
  hours: 'always',
  fallbackDestinationId: null,
  enabled: true,
  builtIn: false,
  ...more,
});

export const internalQueue = aDestination('internal', { builtIn: true });

export const aTag = (id: string, more: Partial<PolicyTag> = {}): PolicyTag => ({
  id,
  name: id,
  detect: null,
  defaultDestinationId: null,
  ...more,
});

export const aRule = (id: string, more: Partial<PolicyRule> = {}): PolicyRule => ({
  id,
  name: id,
  enabled: true,
  priority: 100,
  when: {},
  then: {},
  stop: null,
  ...more,
});

export const aPolicy = (more: Partial<Policy> = {}): Policy => ({
  revision: 1,
  tags: [],
  destinations: [],
  internalQueue,
  rules: [],
  matches: matchesPattern,
  ...more,
});

export const limits = (more: Partial<DecisionLimits> = {}): DecisionLimits => ({
  mode: 'auto',
  thresholds: { answer: 0.7, clarify: 0.45 },
  maxAiTurns: 6,
  maxClarifications: 2,
  allowedLanguages: [],
  defaultDestinationId: null,
  ...more,
});

type Overrides = {
  [K in keyof Facts]?: Exclude<Facts[K], undefined> extends string | readonly unknown[] | null
    ? Facts[K]
    : Partial<Facts[K]>;
};

export function facts(more: Overrides = {}): Facts {
  const { message, signals, customer, conversation, time, ...rest } = more;
  return {
    channel: 'email',
    stop: null,
    hold: null,
    tagIds: [],
    unreachableKinds: [],
    ...rest,
    message: {
      text: 'How do I change my address?',
      subject: null,
      language: 'en',
      hasAttachment: false,
      needsUnreadableAttachment: false,
      wordCount: 6,
      isFirst: true,
      ...message,
    },
    signals: {
      asksForHuman: false,
      humanOnly: false,
      asksOwnCase: false,
      raisesPriorityTo: null,
      confirmsOnly: false,
      greetingOnly: false,
      repeatedLoop: false,
      frustrated: false,
      sentiment: 'neutral',
      ...signals,
    },
    customer: {
      email: 'nora@lantern.example',
      externalId: null,
      verified: true,
      locale: null,
      attributes: {},
      ...customer,
    },
    conversation: {
      turns: 0,
      clarifications: 0,
      askedBack: [],
      episode: 1,
      waitingMinutes: 0,
      priority: 'normal',
      replied: false,
      ...conversation,
    },
    time: { businessHours: true, weekday: 2, hour: 10, ...time },
  };
}

export const answerFacts = (more: Partial<AnswerFacts> = {}): AnswerFacts => ({
  confidence: 0.9,
  found: true,
  evidenceCount: 3,
  topScore: 12,
  collections: [],
  oldestSourceDays: 10,
  supported: 'unknown',
  lookups: {},
  lookupFailed: false,
  lookupWithheld: null,
  asksAgain: false,
  repeats: false,
  ...more,
});

export interface Given {
  policy?: Partial<Policy>;
  limits?: Partial<DecisionLimits>;
  facts?: Parameters<typeof facts>[0];
  answer?: Partial<AnswerFacts>;
}

/** Runs both steps, as `consider` does. */
export function decide(given: Given): Ruling {
  const terms = { policy: aPolicy(given.policy), limits: limits(given.limits) };
  const known: Facts = facts(given.facts);
  const first = decideBeforeAnswer(terms, known);
  if (first.kind === 'final') return first.ruling;
  return decideWithAnswer(terms, known, first.stage, answerFacts(given.answer));
}
