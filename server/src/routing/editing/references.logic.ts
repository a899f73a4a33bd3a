import type { Condition, Then, When } from '@desk/contract/rules';

/** A user of a tag or destination, which prevents its deletion. */
export interface Reference {
  readonly type: 'rule' | 'tag' | 'destination' | 'settings' | 'conversation';
  readonly id: string | null;
  readonly name: string;
}

interface UsingRule {
  readonly id: string;
  readonly name: string;
  readonly conditions: When;
  readonly effects: Then;
}

export const rulesWithTag = (rules: readonly UsingRule[], tagId: string): Reference[] =>
  rules
    .filter(
      (rule) => rule.effects.add_tag_ids?.includes(tagId) || conditionsOf(rule).some((each) => namesTag(each, tagId)),
    )
    .map(asReference('rule'));

export const rulesToDestination = (rules: readonly UsingRule[], destinationId: string): Reference[] =>
  rules.filter((rule) => rule.effects.destination_id === destinationId).map(asReference('rule'));

export const rulesWithCollection = (rules: readonly UsingRule[], collectionId: string): Reference[] =>
  rules.filter((rule) => rule.effects.collection_ids?.includes(collectionId)).map(asReference('rule'));

export const rulesWithTemplates = (rules: readonly UsingRule[], templateIds: readonly string[]): Reference[] =>
  rules
    .filter((rule) => rule.effects.lookup_template_ids?.some((id) => templateIds.includes(id)))
    .map(asReference('rule'));

export const asReference =
  (type: 'rule' | 'tag' | 'destination') =>
  ({ id, name }: { id: string; name: string }): Reference => ({ type, id, name });

const conditionsOf = ({ conditions: { all = [], any = [], none = [] } }: UsingRule) => [...all, ...any, ...none];

const namesTag = ({ field, value }: Condition, tagId: string) =>
  field === 'tag' && (Array.isArray(value) ? value.includes(tagId) : value === tagId);
