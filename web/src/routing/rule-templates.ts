import type { Condition, Then } from '@desk/contract/rules';

export const ruleTemplates = ['refund', 'verified', 'tag'] as const;
export type RuleTemplate = (typeof ruleTemplates)[number];

interface Content {
  all: Condition[];
  any: Condition[];
  then: Then;
}

/** What a template fills into the form. Its words are looked for in messages, so they are in the language of the organization. */
export function templateContent(template: RuleTemplate, language: string): Content {
  switch (template) {
    case 'refund':
      return {
        // There is no field for an amount: a number of 100 or more is taken for one, with or without a separator of thousands.
        all: [{ field: 'message.text', op: 'matches', value: '[1-9][0-9]{2}|[0-9][.,][0-9]{3}' }],
        any: refundWords(language).map((value) => ({ field: 'message.text', op: 'contains', value })),
        then: { decision: 'escalate', priority: 'high' },
      };
    case 'verified':
      return {
        all: [{ field: 'customer.verified', op: 'eq', value: true }],
        any: [],
        then: { priority: 'high' },
      };
    case 'tag':
      return { all: [{ field: 'tag', op: 'contains', value: '' }], any: [], then: { decision: 'escalate' } };
  }
}

const refundWords = (language: string): readonly string[] =>
  language.split('-')[0] === 'de' ? ['erstatt', 'Geld zurück'] : ['refund', 'money back'];
